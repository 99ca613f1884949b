import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { StuckKind } from '#domain/sessions/contract.ts'
import { openStateList } from '#domain/sessions/state-lists.server.ts'
import { openStates } from '#domain/sessions/states.ts'
import { stuckKind } from '#domain/sessions/stuck-sessions.server.ts'
import { recentRingsMinutes } from '#kernel/limits.ts'

const stuckKinds = ['ring', 'connection', 'meter', 'bill'] as const satisfies StuckKind[]
const ringOutcomes = ['answered', 'declined', 'missed', 'cancelled'] as const

/** Open sessions by state, stuck ones by step, and the rings of the last minutes by outcome. */
type SessionFigures = {
  open: Record<(typeof openStates)[number], number>
  stuck: Record<StuckKind, number>
  rings: Record<(typeof ringOutcomes)[number], number>
}

/**
 * Reads the open sessions and the latest rings, each through one index. A booked session does not ring. Of the offers of
 * a request, the accepted one has become a session and counts.
 */
export async function readSessionFigures(ctx: Context): Promise<SessionFigures> {
  allow(ctx.actor, 'system')
  const since = new Date(ctx.clock.now().getTime() - recentRingsMinutes * 60_000)
  const { rows } = await sql<{ part: keyof SessionFigures; name: string; count: number }>`
    with open as materialized (
      select state, ${stuckKind(ctx)} as stuck from help_sessions where state in (${openStateList})
    )
    select 'open' as part, state as name, count(*)::integer as count from open group by state
    union all
    select 'stuck', stuck, count(*)::integer from open where stuck is not null group by stuck
    union all
    select 'rings', case when answered_at is null then state else 'answered' end, count(*)::integer
    from help_sessions
    where asked_at >= ${since} and ring_until > asked_at and state <> 'ringing'
    group by 2`.execute(ctx.db)
  const toCounts = <Name extends string>(part: keyof SessionFigures, names: readonly Name[]) =>
    Object.fromEntries(
      names.map((name) => [name, rows.find((row) => row.part === part && row.name === name)?.count ?? 0]),
    ) as Record<Name, number>
  return {
    open: toCounts('open', openStates),
    stuck: toCounts('stuck', stuckKinds),
    rings: toCounts('rings', ringOutcomes),
  }
}
