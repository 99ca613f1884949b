import { useRef } from 'react'
import { Link } from 'react-router'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { useZone } from '#app/base/zone.tsx'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { PersonLink } from '#app/team/base/subject-links.tsx'
import { useTeamNow } from '#app/team/base/use-shell.ts'
import { CorrectionBadge, isExpired, transferText } from '#app/team/books/correction-text.tsx'
import { DecisionForms } from '#app/team/books/decision-forms.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { causeText } from '#domain/books/contract.ts'
import { getCorrection } from '#domain/books/correction-queries.server.ts'
import { confirmCorrection, rejectCorrection } from '#domain/books/decide-correction.server.ts'
import type { Context } from '#domain/context.server.ts'
import { isPerson } from '#domain/policy.ts'
import { formatRupees } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/correction.route'

export const loader = serve('keepBooks', async ({ context }, { params }: Route.LoaderArgs) => {
  const correction = await getCorrection(context, params.id)
  const isOwn = isPerson(context.actor) && context.actor.id === correction.proposedBy.id
  return { correction, isOwn }
})

export const action = serve('keepBooks', async ({ context }, { request, params }: Route.ActionArgs) =>
  catchRefusal(decide(context, params.id, await readForm(request))),
)

async function decide(context: Context, id: string, form: FormData) {
  if (form.get('act') === 'confirm') {
    await confirmPasswordIfSent(context, form)
    await confirmCorrection(context, { id })
    return { done: 'Confirmed. The money has moved.' }
  }
  if (form.get('act') !== 'reject') throw new Refusal('invalid_input')
  await rejectCorrection(context, { id, answer: String(form.get('answer') ?? '') })
  return { done: 'Rejected. Nothing has moved.' }
}

/** Reloads the page data even after a refused action, because a colleague may have decided first. */
export const shouldRevalidate = () => true

export default function CorrectionPage({ loaderData: { correction, isOwn } }: Route.ComponentProps) {
  const zone = useZone()
  const now = useTeamNow()
  const facts = useRef<HTMLDivElement>(null)
  const { person, state, proposedBy, decidedBy, decidedAt } = correction
  return (
    <>
      <BackLink to="/team/money/corrections">All corrections</BackLink>
      <TeamHeading
        title={`Correction of ${formatRupees(correction.amount)}`}
        action={<CorrectionBadge correction={correction} now={now} />}
      >
        {transferText(correction)}
      </TeamHeading>
      <div ref={facts} tabIndex={-1} className="mb-8 outline-none">
        <Facts>
          <Fact label="Person">
            <PersonLink person={person} />
            <span className="block text-small text-quiet">{person.maskedEmail}</span>
          </Fact>
          <Fact label="On the statement">{causeText(correction.cause)}</Fact>
          <Fact label="Reason">{correction.reason ?? 'Deleted with the person’s account'}</Fact>
          <Fact label="Proposed">
            {proposedBy.name}, {dayAndTime(correction.proposedAt, zone)}
          </Fact>
          {decidedBy && decidedAt ? (
            <Fact label={state === 'confirmed' ? 'Confirmed' : 'Rejected'}>
              {decidedBy.name}, {dayAndTime(decidedAt, zone)}
            </Fact>
          ) : (
            <Fact label="Confirm by">{dayAndTime(correction.expiresAt, zone)}</Fact>
          )}
          {correction.answer && <Fact label="Answer">{correction.answer}</Fact>}
          {state === 'confirmed' && (
            <Fact label="In the books">
              <Link to={`/team/money/operations?q=${correction.id}`} className="underline underline-offset-4">
                View operation
              </Link>
            </Fact>
          )}
        </Facts>
      </div>
      {state === 'proposed' && (
        <DecisionForms correction={correction} isOwn={isOwn} isExpired={isExpired(correction, now)} returnTo={facts} />
      )}
    </>
  )
}
