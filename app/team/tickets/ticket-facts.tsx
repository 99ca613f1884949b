import { useZone } from '#app/base/zone.tsx'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { PersonLink, SessionLink } from '#app/team/base/subject-links.tsx'
import { useTeamNow } from '#app/team/base/use-shell.ts'
import { Due, TicketBadge } from '#app/team/tickets/ticket-text.tsx'
import { Card } from '#app/ui/card.tsx'
import type { Ticket } from '#domain/tickets/contract.ts'
import { dayAndTime } from '#kernel/time.ts'

export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const zone = useZone()
  const now = useTeamNow()
  const { person, about, sessionId, words, answer, openedAt, acknowledgedAt, acknowledgeBy } = ticket
  const { resolveBy, resolvedAt, resolvedBy } = ticket
  return (
    <Card as="section" aria-label="The ticket">
      <Facts>
        <Fact label="State">
          <TicketBadge {...ticket} />
        </Fact>
        <Fact label="Due">{resolvedAt ? 'Nothing due' : <Due ticket={ticket} now={now} />}</Fact>
        <Fact label={`From, ${person.role}`}>
          <PersonLink person={person} />
          <span className="block text-small text-quiet">{person.maskedEmail}</span>
        </Fact>
        <Fact label="Received">{dayAndTime(openedAt, zone)}</Fact>
        {about && <Fact label="About">{about}</Fact>}
        {sessionId && (
          <Fact label="Session">
            <SessionLink id={sessionId} />
          </Fact>
        )}
        <Fact label={acknowledgedAt ? 'Acknowledged' : 'Acknowledge by'}>
          {dayAndTime(acknowledgedAt ?? acknowledgeBy, zone)}
        </Fact>
        <Fact label={resolvedAt ? 'Decided' : 'Decide by'}>
          {dayAndTime(resolvedAt ?? resolveBy, zone)}
          {resolvedAt && ` by ${resolvedBy ?? 'the system'}`}
        </Fact>
      </Facts>
      <div className="mt-5 space-y-4 border-t border-line pt-4">
        <ComplaintText label="In their words">{words ?? missingWordsText(ticket)}</ComplaintText>
        {answer && <ComplaintText label="Our answer">{answer}</ComplaintText>}
      </div>
    </Card>
  )
}

/**
 * The text is deleted with the account, which cannot be deleted while a request is open. So an open request without a
 * text was created without it.
 */
function missingWordsText({ kind, isAutomatic, resolvedAt }: Ticket): string {
  if (isAutomatic) return 'Refunded automatically, because the fault is proven.'
  return kind === 'refund' && !resolvedAt
    ? 'None. The system opened this request, because only the student’s device reported the fault. See what the devices reported.'
    : 'No longer kept.'
}

function ComplaintText({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <h2 className="text-small text-quiet">{label}</h2>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{children}</p>
    </div>
  )
}
