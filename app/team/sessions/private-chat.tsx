import { Eye } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { ChatCard } from '#app/call/chat/chat-card.tsx'
import { ReasonField } from '#app/team/base/reason-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import type { SessionMessage } from '#domain/sessions/contract.ts'
import type { SessionEvidence } from '#domain/team/contract.ts'
import { counted } from '#kernel/count-text.ts'

type Answer = { messages: SessionMessage[] } | { refusal: { text: string } }
type Props = {
  evidence: SessionEvidence
  /** The ticket that is recorded as the reason. Absent outside the page of a ticket. */
  ticket?: string | undefined
}

/** The chat of two people, hidden until it is requested. The audit log records each request and its reason. */
export function PrivateChat({ evidence: { session, messageCount }, ticket }: Props) {
  const fetcher = useFetcher<Answer>()
  const chat = useRef<HTMLDivElement>(null)
  const answer = fetcher.data
  const messages = answer && 'messages' in answer ? answer.messages : null
  useEffect(() => {
    if (messages) chat.current?.focus()
  }, [messages])
  // Nodes of the previous version send no count.
  if (!messageCount) return null
  if (messages) {
    return (
      <div ref={chat} tabIndex={-1} className="outline-none">
        <ChatCard messages={messages} session={session} />
      </div>
    )
  }
  return (
    <Card as="section" aria-label="Chat">
      <CardHeader
        title="Chat"
        description={`${counted(messageCount, 'message')} of ${session.studentName} and ${session.expertName}. ${
          ticket
            ? `The audit log records your name, and ${ticket} as the reason.`
            : 'Give a reason to read them. The audit log records the reason.'
        }`}
      />
      <fetcher.Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="read_chat" />
        {!ticket && <ReasonField label="Why you need to read it" />}
        <ErrorLine text={answer && 'refusal' in answer ? answer.refusal.text : undefined} />
        <Button type="submit" variant="outline" size="small" busy={fetcher.state !== 'idle'}>
          <Eye className="size-4" aria-hidden="true" />
          Read the chat
        </Button>
      </fetcher.Form>
    </Card>
  )
}
