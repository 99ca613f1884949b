import { useRouteLoaderData } from 'react-router'
import { useNow } from '#app/ui/use-now.ts'
import type { TeamQueueCounts } from '#domain/team/contract.ts'

type Shell = { waiting: TeamQueueCounts; passwordIsRecent: boolean; now: Date }

/** Loader data of the team shell route. */
export function useShell(): Shell {
  const shell = useRouteLoaderData<Shell>('routes/team/shell')
  if (!shell) throw new Error('useShell must be used inside the team shell route')
  return shell
}

/** The server's time at first, then the browser's. */
export function useTeamNow(): Date {
  return useNow(useShell().now)
}
