import { Eye } from 'lucide-react'
import type { FetcherWithComponents } from 'react-router'
import { ReasonField } from '#app/team/base/reason-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'

type Props = {
  fetcher: FetcherWithComponents<object>
  act: 'read_chat' | 'read_board'
  title: string
  /** Describes the hidden content in a sentence. */
  content: string
  buttonText: string
  /** The ticket that is recorded as the reason. Absent outside the page of a ticket. */
  ticket?: string | undefined
}

/** Private content of two people, hidden until it is requested. The audit log records each request and its reason. */
export function ReasonForm({ fetcher, act, title, content, buttonText, ticket }: Props) {
  const answer = fetcher.data as { refusal?: { text: string } } | undefined
  return (
    <Card as="section" aria-label={title}>
      <CardHeader
        title={title}
        description={`${content} ${
          ticket
            ? `The audit log records your name, and ${ticket} as the reason.`
            : 'Give a reason to see it. The audit log records the reason.'
        }`}
      />
      <fetcher.Form method="post" className="space-y-4">
        <input type="hidden" name="act" value={act} />
        {!ticket && <ReasonField label="Why you need to read it" />}
        <ErrorLine text={answer?.refusal?.text} />
        <Button type="submit" variant="outline" size="small" busy={fetcher.state !== 'idle'}>
          <Eye className="size-4" aria-hidden="true" />
          {buttonText}
        </Button>
      </fetcher.Form>
    </Card>
  )
}
