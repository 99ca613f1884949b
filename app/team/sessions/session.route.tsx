import { useZone } from '#app/base/zone.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { callTypeLabel, receiptNumber, sharedTime, sessionStateLabel } from '#app/sessions/session-text.ts'
import { AuditTrail } from '#app/team/audit/audit-trail.tsx'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { PersonLink } from '#app/team/base/subject-links.tsx'
import { EndForm } from '#app/team/sessions/end-form.tsx'
import { readBoard } from '#app/team/sessions/read-board.server.ts'
import { SummaryCard } from '#app/team/sessions/summary-card.tsx'
import { Evidence } from '#app/team/sessions/evidence.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { useRefreshWhile } from '#app/team/base/use-refresh-while.ts'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import type { BoardReading } from '#domain/boards/contract.ts'
import type { SessionEnd } from '#domain/sessions/contract.ts'
import { endSession } from '#domain/sessions/end-session.server.ts'
import { readChat } from '#domain/sessions/read-chat.server.ts'
import { isOpen } from '#domain/sessions/states.ts'
import type { HiddenSummary } from '#domain/reviews/contract.ts'
import { hideSummary, showSummary } from '#domain/reviews/hide-summary.server.ts'
import { getSessionEvidence } from '#domain/team/session-evidence.server.ts'
import { dayAndTime } from '#kernel/time.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/session.route'

export const loader = serve('supportPeople', ({ context }, { params }: Route.LoaderArgs) =>
  getSessionEvidence(context, params.id),
)

export const action = serve('supportPeople', async ({ context, times }, { request, params }: Route.ActionArgs) => {
  const form = await readForm(request)
  const why = String(form.get('why') ?? '')
  if (form.get('act') === 'read_chat') {
    return catchRefusal(readChat(context, { id: params.id, why }).then((messages) => ({ messages })))
  }
  if (form.get('act') === 'read_board') {
    const reading = readBoard(context, { id: params.id, why } as BoardReading)
    return catchRefusal(reading.then((board) => ({ board })))
  }
  if (form.get('act') === 'hide_summary') {
    const hidden = hideSummary(context, { sessionId: params.id, why } as HiddenSummary)
    return catchRefusal(hidden.then(() => ({ done: 'Hidden. The student sees your reason instead.' })))
  }
  if (form.get('act') === 'show_summary') {
    const shown = showSummary(context, { sessionId: params.id, why } as HiddenSummary)
    return catchRefusal(shown.then(() => ({ done: 'The student can read the summary again.' })))
  }
  if (form.get('act') !== 'end') throw new Refusal('invalid_input')
  // `endSession` refuses an unknown reason.
  const reason = form.get('reason') as SessionEnd['reason']
  const input = { id: params.id, reason, why }
  return catchRefusal(endSession({ ...context, times }, input).then(() => ({ done: 'The session is ended.' })))
})

/** Reloads the page data even after a refused action, because a colleague may have acted first. */
export const shouldRevalidate = () => true

export default function SessionEvidence({ loaderData }: Route.ComponentProps) {
  const { session, stuck, trail, studentAccount, expertAccount } = loaderData
  const zone = useZone()
  const { label, tone } = sessionStateLabel(session)
  const isSessionOpen = isOpen(session.state)
  useRefreshWhile(isSessionOpen)
  return (
    <>
      <BackLink to="/team/sessions">Sessions</BackLink>
      <TeamHeading title={`Session ${receiptNumber(session)}`} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-5">
          <Card as="section" aria-label="The session">
            <Facts>
              <Fact label="State">
                <Badge tone={tone}>{label}</Badge>
              </Fact>
              <Fact label="Call">
                {callTypeLabel(session)}, {sharedTime(session)} shared
              </Fact>
              <Fact label="Student">
                <PersonLink person={{ id: studentAccount, name: session.studentName }} />
              </Fact>
              <Fact label="Expert">
                <PersonLink person={{ id: expertAccount, name: session.expertName }} />
              </Fact>
              <Fact label="Requested">{dayAndTime(session.askedAt, zone)}</Fact>
              <Fact label="Ended">{session.endedAt ? dayAndTime(session.endedAt, zone) : 'Not yet'}</Fact>
            </Facts>
          </Card>
          <Evidence evidence={loaderData} />
        </div>
        <div className="space-y-5">
          {isSessionOpen && <EndForm stuck={stuck} studentName={session.studentName} expertName={session.expertName} />}
          {loaderData.summary && (
            <SummaryCard
              key={String(loaderData.summary.hiddenReason)}
              isHidden={loaderData.summary.hiddenReason !== null}
              studentName={session.studentName}
              expertName={session.expertName}
            />
          )}
          <AuditTrail lines={trail} />
        </div>
      </div>
    </>
  )
}
