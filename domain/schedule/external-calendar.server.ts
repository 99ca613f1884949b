import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { ExternalCalendar } from '#domain/schedule/contract.ts'

/** Returns the other calendar that the actor has connected, if any. */
export async function findExternalCalendar(ctx: Context): Promise<ExternalCalendar | null> {
  allow(ctx.actor, 'approvedExpert')
  const row = await ctx.db
    .selectFrom('external_calendars')
    .select(['id', 'sealed_url', 'read_at', 'requested_at', 'failing_since', 'problem', 'problem_status'])
    .select('skipped_events')
    .select(
      sql<number>`(select count(*)::integer from busy_times
        where busy_times.expert_id = external_calendars.expert_id and upper(during) > ${ctx.clock.now()})`.as('busy'),
    )
    .where('expert_id', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!row) return null
  const { failing_since: since, problem, problem_status: status } = row
  return {
    host: new URL(openUrl(ctx, row)).host,
    readAt: row.read_at,
    isReading: row.requested_at !== null,
    failing: since && problem ? { since, problem, status } : null,
    busyCount: row.busy,
    skippedEvents: row.skipped_events,
  }
}

/** The URL gives access to a whole private calendar, so it is stored encrypted. */
export function sealUrl({ sealer }: Pick<Context, 'sealer'>, { id, url }: { id: string; url: string }): string {
  return sealer.seal(url, { purpose: 'calendar', rowId: id })
}

export function openUrl(
  { sealer }: Pick<Context, 'sealer'>,
  { id, sealed_url }: { id: string; sealed_url: string },
): string {
  return sealer.open(sealed_url, { purpose: 'calendar', rowId: id })
}

/** Encrypts the URLs again if the data key has changed. Returns the number of changed rows. */
export async function resealCalendars(ctx: Context): Promise<number> {
  allow(ctx.actor, 'system')
  const rows = await ctx.db.selectFrom('external_calendars').select(['id', 'sealed_url']).execute()
  let count = 0
  for (const row of rows.filter(({ sealed_url }) => !ctx.sealer.isCurrent(sealed_url))) {
    const { numUpdatedRows } = await ctx.db
      .updateTable('external_calendars')
      .set({ sealed_url: sealUrl(ctx, { id: row.id, url: openUrl(ctx, row) }) })
      .where('id', '=', row.id)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count
}
