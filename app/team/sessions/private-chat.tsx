import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { ChatCard } from '#app/call/chat/chat-card.tsx'
import { ReasonForm } from '#app/team/sessions/reason-form.tsx'
import type { SessionMessage } from '#domain/sessions/contract.ts'
import type { SessionEvidence } from '#domain/team/contract.ts'
import { counted } from '#kernel/count-text.ts'

type Answer = { messages: SessionMessage[] } | { refusal: { text: string } }
type Props = {
  evidence: SessionEvidence
  /** The ticket that is recorded as the reason. Absent outside the page of a ticket. */
  ticket?: string | undefined
}

/** The chat of two people. */
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
    <ReasonForm
      fetcher={fetcher}
      act="read_chat"
      title="Chat"
      content={`${counted(messageCount, 'message')} of ${session.studentName} and ${session.expertName}.`}
      buttonText="Read the chat"
      ticket={ticket}
    />
  )
}
