import { useRouteLoaderData } from 'react-router'
import { useNow } from '#app/ui/use-now.ts'
import type { TeamQueueCounts } from '#domain/team/contract.ts'

type Shell = { waiting: TeamQueueCounts; passwordIsRecent: boolean; now: Date }

/** What the shell around every screen of the team knows. */
export function useShell(): Shell {
  const shell = useRouteLoaderData<Shell>('routes/team/shell')
  if (!shell) throw new Error('this stands inside the shell of the team only')
  return shell
}

/** The time by the server's clock, which goes on. */
export function useTeamNow(): Date {
  return useNow(useShell().now)
}
