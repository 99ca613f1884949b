import type { RefObject } from 'react'
import { useZone } from '#app/base/zone.tsx'
import { PersonLink } from '#app/team/base/subject-links.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { listEvidence } from '#app/team/pairs/pair-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { SuspiciousPair } from '#domain/people/contract.ts'
import { pairNoteMaxLength } from '#kernel/limits.ts'
import { dayAndTime } from '#kernel/time.ts'

type Props = {
  pair: SuspiciousPair
  /** Receives the focus after the pair is marked as looked at. Absent for pairs that are not in the queue. */
  returnTo?: RefObject<HTMLElement | null>
}

/** Two people, the evidence about them, and when the team last looked at it. */
export function PairCard({ pair, returnTo }: Props) {
  const zone = useZone()
  const { first, second, evidence, look, evidenceAt } = pair
  return (
    <Card as="li" aria-label={`${first.name} and ${second.name}`}>
      <p className="flex flex-wrap items-center gap-x-2">
        <PersonLink person={first} /> {evidence.paidSessions > 0 ? 'called' : 'and'} <PersonLink person={second} />
      </p>
      <ul className="mt-2 grid list-disc gap-1 pl-5 text-soft marker:text-quiet">
        {listEvidence(pair).map(({ text, isNew }) => (
          <li key={text} className="wrap-anywhere">
            {text} {look && isNew && <Badge tone="info">New</Badge>}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-small text-quiet">Latest evidence found {dayAndTime(evidenceAt, zone)}.</p>
      {look && (
        <p className="mt-2 border-l-2 border-line pl-3 text-small wrap-anywhere">
          “{look.note}”{' '}
          <span className="text-quiet">
            {look.by.name}, {dayAndTime(look.at, zone)}
          </span>
        </p>
      )}
      {returnTo && <LookForm pair={pair} returnTo={returnTo} />}
    </Card>
  )
}

function LookForm({ pair: { id, evidenceAt }, returnTo }: Required<Props>) {
  const { Form, busy, problem } = useActionForm({ id: `look ${id}`, isOnPage: true, returnTo })
  return (
    <Form method="post" className="mt-4 grid gap-3">
      <input type="hidden" name="act" value="look" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="evidenceAt" value={evidenceAt.toISOString()} />
      <Field label="What you found" hint="Only the team reads it." required>
        <TextArea name="note" rows={2} maxLength={pairNoteMaxLength} />
      </Field>
      <ErrorLine text={problem} />
      <div>
        <Button type="submit" variant="outline" busy={busy}>
          Mark as looked at
        </Button>
      </div>
    </Form>
  )
}
