import { serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { useShell } from '#app/team/base/use-shell.ts'
import { sectionsOf } from '#app/team/shell/sections.tsx'
import { Card, CardLink } from '#app/ui/card.tsx'
import { waitingCountMax } from '#kernel/limits.ts'

/** The desk uses the loader data of the shell route. */
export const loader = serve('team', async () => null)

export default function TeamHome() {
  const { waiting, teamRole } = useShell()
  return (
    <>
      <TeamHeading title="Desk">Tasks waiting for the team right now.</TeamHeading>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {sectionsOf(teamRole).flatMap(({ to, label, icon, queue, about }) =>
          queue ? (
            <Card key={to} as="li">
              <p className="flex items-center gap-2.5 text-small text-quiet [&>svg]:size-4">
                {icon}
                {about}
              </p>
              <p className="mt-3 flex items-baseline justify-between gap-4">
                <CardLink to={to} className="text-lead font-semibold">
                  {label}
                </CardLink>
                <span className="figures text-title font-semibold">
                  {waiting[queue] > waitingCountMax ? `${waitingCountMax}+` : waiting[queue]}
                </span>
              </p>
            </Card>
          ) : (
            []
          ),
        )}
      </ul>
    </>
  )
}
