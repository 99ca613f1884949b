import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { recentRingsMinutes } from '#kernel/limits.ts'

const requestOutcomes = ['taken', 'stopped', 'unanswered', 'ended'] as const
const offerOutcomes = ['accepted', 'declined', 'missed', 'taken', 'stopped', 'withdrawn'] as const

type RequestFigures = {
  open: number
  closed: Record<(typeof requestOutcomes)[number], number>
  /** The offers of the closed requests. Each rang at one expert. */
  offers: Record<(typeof offerOutcomes)[number], number>
}

/** Questions to several experts: those that are open, and those that closed in the last minutes, by outcome. */
export async function readRequestFigures(ctx: Context): Promise<RequestFigures> {
  allow(ctx.actor, 'system')
  const since = new Date(ctx.clock.now().getTime() - recentRingsMinutes * 60_000)
  const { rows } = await sql<{ part: keyof RequestFigures; name: string; count: number }>`
    with closed as materialized (select id, state from requests where closed_at >= ${since})
    select 'open' as part, 'open' as name, count(*)::integer as count from requests where state = 'open'
    union all
    select 'closed', state, count(*)::integer from closed group by state
    union all
    select 'offers', offers.state, count(*)::integer
    from offers join closed on closed.id = offers.request_id group by offers.state`.execute(ctx.db)
  const find = (part: keyof RequestFigures, name: string) =>
    rows.find((row) => row.part === part && row.name === name)?.count ?? 0
  const toCounts = <Name extends string>(part: keyof RequestFigures, names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, find(part, name)])) as Record<Name, number>
  return {
    open: find('open', 'open'),
    closed: toCounts('closed', requestOutcomes),
    offers: toCounts('offers', offerOutcomes),
  }
}
