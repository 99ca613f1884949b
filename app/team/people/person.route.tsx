import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { AuditTrail } from '#app/team/audit/audit-trail.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { useDuty } from '#app/team/base/use-shell.ts'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { PersonActions } from '#app/team/people/person-actions.tsx'
import { PersonFacts } from '#app/team/people/person-facts.tsx'
import { PersonHistoryCards } from '#app/team/people/person-history.tsx'
import { PersonalData } from '#app/team/people/personal-data.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Context } from '#domain/context.server.ts'
import type { PersonAction } from '#domain/people/contract.ts'
import { endSignInsOf } from '#domain/people/end-sign-ins-of.server.ts'
import { liftSuspension } from '#domain/people/lift-suspension.server.ts'
import { getTeamPerson } from '#domain/people/queries.server.ts'
import { resetSecondFactor } from '#domain/people/reset-second-factor.server.ts'
import { revealPerson } from '#domain/people/reveal-person.server.ts'
import { sendResetLink } from '#domain/people/send-reset-link.server.ts'
import { getPersonHistory } from '#domain/people/history.server.ts'
import { suspendPerson } from '#domain/people/suspend-person.server.ts'
import { listAuditAboutPerson } from '#domain/team/audit-table.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/person.route'

export const loader = serve('supportPeople', async ({ context }, { params }: Route.LoaderArgs) => {
  const person = await getTeamPerson(context, params.id)
  const [story, trail] = await Promise.all([
    getPersonHistory(context, person.id),
    listAuditAboutPerson(context, person.id),
  ])
  return { person, story, trail }
})

export const action = serve('supportPeople', async ({ context }, { request, params }: Route.ActionArgs) => {
  const form = await readForm(request)
  const input = { id: params.id, why: String(form.get('why') ?? '') }
  if (form.get('act') === 'reveal') {
    return catchRefusal(revealPerson(context, input).then((data) => ({ data })))
  }
  return catchRefusal(
    confirmPasswordIfSent(context, form).then(() => runAction(context, String(form.get('act')), input)),
  )
})

async function runAction(context: Context, act: string, input: PersonAction): Promise<{ done: string }> {
  switch (act) {
    case 'suspend':
      await suspendPerson(context, input)
      return { done: 'Suspended. They are logged out everywhere.' }
    case 'lift':
      await liftSuspension(context, input)
      return { done: 'The suspension is lifted.' }
    case 'end_sign_ins':
      await endSignInsOf(context, input)
      return { done: 'All their sign-ins have ended.' }
    case 'reset_link':
      await sendResetLink(context, input)
      return { done: 'The link is on its way to the email address on file.' }
    case 'reset_second_factor':
      await resetSecondFactor(context, input)
      return { done: 'The second factor is reset. They are logged out everywhere and get an email.' }
    default:
      throw new Refusal('invalid_input')
  }
}

/** Reloads the page data even after a refused action, because a colleague may have acted first. */
export const shouldRevalidate = () => true

export default function Person({ loaderData: { person, story: history, trail } }: Route.ComponentProps) {
  const mayReadLog = useDuty('readAuditLog')
  const isOwn = useViewer()?.id === person.id
  const canReveal = !isOwn && person.role !== 'team' && person.state !== 'deleted'
  return (
    <>
      <BackLink to="/team/people">People</BackLink>
      <TeamHeading
        title={person.name}
        action={
          mayReadLog && (
            <ButtonLink to={`/team/audit?about=${person.id}`} variant="outline" size="small">
              View audit log
            </ButtonLink>
          )
        }
      />
      {/* The key resets revealed data when the person changes. */}
      <div key={person.id} className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-5">
          <PersonFacts person={person} blocks={history.blocks} />
          <PersonalData person={person} canReveal={canReveal} />
          <PersonHistoryCards person={person} history={history} />
          <AuditTrail lines={trail} />
        </div>
        <PersonActions person={person} isOwn={isOwn} />
      </div>
    </>
  )
}
