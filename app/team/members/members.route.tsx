import { runFormAction } from '#app/base/form-actions.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { InviteForm } from '#app/team/members/invite-form.tsx'
import { MemberCard } from '#app/team/members/member-card.tsx'
import { teamRoleLabels } from '#app/team/members/member-text.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { type TeamRole, teamRoles } from '#domain/policy.ts'
import { changeTeamRole } from '#domain/team/change-team-role.server.ts'
import { endTeamMember } from '#domain/team/end-team-member.server.ts'
import { inviteTeamMember } from '#domain/team/invite-team-member.server.ts'
import { listTeamMembers } from '#domain/team/member-queries.server.ts'
import { restoreTeamMember } from '#domain/team/restore-team-member.server.ts'
import type { Route } from './+types/members.route'

export const loader = serve('manageTeam', async ({ context }) => ({ members: await listTeamMembers(context) }))

export const action = serve('manageTeam', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  // The domain refuses an unknown role.
  const readRole = (name: string) => readText(name) as TeamRole
  const id = readText('id')
  const confirm = () => confirmPasswordIfSent(context, form)
  return runFormAction(form, {
    async invite() {
      await confirm()
      await inviteTeamMember(context, {
        email: readText('email'),
        fullName: readText('fullName'),
        teamRole: readRole('role'),
      })
      return 'Invited. The one-time link is on its way.'
    },
    async role() {
      await confirm()
      await changeTeamRole(context, { id, from: readRole('from'), to: readRole('role') })
      return 'The role is changed. It applies immediately.'
    },
    async end() {
      await confirm()
      await endTeamMember(context, { id, why: readText('why') })
      return 'The membership has ended. They are logged out everywhere.'
    },
    async restore() {
      await confirm()
      await restoreTeamMember(context, { id, why: readText('why') })
      return 'The membership is restored.'
    },
  })
})

/** Reloads the page data even after a refused action, because a colleague may have acted first. */
export const shouldRevalidate = () => true

export default function Members({ loaderData: { members } }: Route.ComponentProps) {
  const viewer = useViewer()
  return (
    <>
      <TeamHeading title="Members">The people of the team and what each of them may do.</TeamHeading>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <ul className="grid gap-5" aria-label="Members">
          {members.map((member) => (
            <MemberCard key={member.id} member={member} isOwn={member.id === viewer?.id} />
          ))}
        </ul>
        <div className="grid gap-5">
          <InviteForm />
          <RolesCard />
        </div>
      </div>
    </>
  )
}

function RolesCard() {
  return (
    <Card as="section" aria-labelledby="roles">
      <CardHeader title={<span id="roles">Roles</span>} />
      <dl className="grid gap-3">
        {teamRoles.map((role) => (
          <div key={role}>
            <dt className="font-medium">{teamRoleLabels[role].label}</dt>
            <dd className="text-small text-quiet">{teamRoleLabels[role].about}.</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
