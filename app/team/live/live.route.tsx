import { runFormAction } from '#app/base/form-actions.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { FiguresCard } from '#app/team/live/figures-card.tsx'
import { InstallationCard } from '#app/team/live/installation-card.tsx'
import { Overview } from '#app/team/live/live-overview.tsx'
import { useLiveOverview } from '#app/team/live/use-live-overview.ts'
import { VitalsTiles } from '#app/team/live/vitals-tiles.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { checkInstallation } from '#domain/team/check-installation.server.ts'
import { listFigures } from '#domain/team/figures.server.ts'
import { readLiveOverview } from '#domain/team/live-overview.server.ts'
import type { Route } from './+types/live.route'

export const loader = serve('supportPeople', async ({ context, readVitals, installation, log }) => {
  const [overview, vitals, hours, days] = await Promise.all([
    readLiveOverview({ ...context, log }),
    readVitals(),
    listFigures(context, 'hour'),
    listFigures(context, 'day'),
  ])
  return { now: { board: overview, vitals }, hours, days, installation: installation.latest() }
})

/** Support sees the result. Only administrators make this server connect to others. */
export const action = serve('manageTeam', async ({ context, installation }, { request }: Route.ActionArgs) =>
  runFormAction(await readForm(request), {
    async check_again() {
      await checkInstallation(context, installation)
      return 'Checked. The table shows the result.'
    },
  }),
)

export default function Live({ loaderData: { now, hours, days, installation } }: Route.ComponentProps) {
  const { board: overview, vitals, isStale } = useLiveOverview(now)
  return (
    <>
      <TeamHeading title="Live">Experts online, open sessions and system health right now.</TeamHeading>
      <div className="space-y-5">
        {isStale && (
          <Notice tone="bad" announce title="The server is not responding">
            This is the last known state. We retry every few seconds.
          </Notice>
        )}
        <VitalsTiles vitals={vitals} />
        <Overview overview={overview} />
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
          <FiguresCard title="The last 48 hours" span="hour" figures={hours} />
          <FiguresCard title="The last 90 days" span="day" figures={days} />
        </div>
        <InstallationCard report={installation} />
      </div>
    </>
  )
}
