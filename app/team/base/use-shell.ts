import { useRouteLoaderData } from 'react-router'
import { useNow } from '#app/ui/use-now.ts'
import { hasDuty, type TeamDuty, type TeamRole } from '#domain/policy.ts'
import type { TeamQueueCounts } from '#domain/team/contract.ts'

type Shell = {
  waiting: TeamQueueCounts
  passwordIsRecent: boolean
  now: Date
  /** Absent in data of the previous version. */
  teamRole?: TeamRole | null | undefined
}

/** Loader data of the team shell route. */
export function useShell(): Shell {
  const shell = useRouteLoaderData<Shell>('routes/team/shell')
  if (!shell) throw new Error('useShell must be used inside the team shell route')
  return shell
}

/** Whether the viewer's role includes the duty. Pages hide actions that the server would refuse. */
export function useDuty(duty: TeamDuty): boolean {
  return hasDuty(useShell().teamRole ?? 'administrator', duty)
}

/** The server's time at first, then the browser's. */
export function useTeamNow(): Date {
  return useNow(useShell().now)
}
