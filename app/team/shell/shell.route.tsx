import { Outlet } from 'react-router'
import { useRevalidateOnTopic } from '#app/base/live/use-revalidate-on-topic.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { TeamNav } from '#app/team/shell/team-nav.tsx'
import { serve } from '#app/base/serve.server.ts'
import { redirectFromTeam } from '#app/team/base/team.server.ts'
import { hasRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { countTeamQueues } from '#domain/team/count-waiting.server.ts'
import { queues } from '#domain/team/contract.ts'
import type { Route } from './+types/shell.route'

export const loader = serve({ policy: 'team', otherwise: redirectFromTeam }, async ({ context }) => ({
  waiting: await countTeamQueues(context),
  passwordIsRecent: await hasRecentPassword(context),
  now: context.clock.now(),
  teamRole: context.actor.teamRole,
}))

/** Reloads on every navigation to detect an ended sign-in, and after every action, even a refused one. */
export const shouldRevalidate = () => true

export default function TeamShell({ loaderData }: Route.ComponentProps) {
  const { waiting, teamRole } = loaderData
  const live = useRevalidateOnTopic('waiting:team', (next) => queues.some((queue) => next[queue] !== waiting[queue]))
  const viewer = useViewer()
  // If a colleague has changed the role, the navigation and the page are updated immediately.
  useRevalidateOnTopic(viewer && `account:${viewer.id}`, (next) => !!next.teamRole && next.teamRole !== teamRole)
  return (
    <div className="mx-auto w-full max-w-desk px-4 md:px-6 lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-8">
      <TeamNav waiting={{ ...waiting, ...live }} teamRole={teamRole} />
      <div className="min-w-0 py-6 lg:py-8">
        <Outlet />
      </div>
    </div>
  )
}
