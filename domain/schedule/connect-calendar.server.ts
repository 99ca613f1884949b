import { randomUUID } from 'node:crypto'
import { calendarReadCountKey, countInHour } from '#domain/accounts/hourly-counts.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { calendarChoice, type CalendarChoice } from '#domain/schedule/contract.ts'
import { sealUrl } from '#domain/schedule/external-calendar.server.ts'
import { enqueueReading } from '#domain/schedule/read-calendar.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { calendarReadsPerHour } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'
import type { Calendars, CalendarUrlProblem } from '#platform/calendars/port.ts'

export type CalendarsContext = Context & { calendars: Pick<Calendars, 'checkUrl'> }

const refusalOf = {
  invalid: 'calendar_url_invalid',
  credentials: 'calendar_url_credentials',
  private: 'calendar_url_private',
} as const satisfies Record<CalendarUrlProblem, RefusalCode>

/**
 * Connects another calendar of the expert, instead of an earlier one. A job reads it. Until that succeeds, the busy
 * times of the earlier one count.
 */
export async function connectCalendar(ctx: CalendarsContext, input: CalendarChoice): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { id: expertId } = ctx.actor
  const { url: typed } = parse(calendarChoice, input, 'calendar_url_invalid')
  const checked = ctx.calendars.checkUrl(typed)
  if ('problem' in checked) throw new Refusal(refusalOf[checked.problem])
  await countReading(ctx, expertId)
  const now = ctx.clock.now()
  const id = randomUUID()
  const columns = {
    id,
    sealed_url: sealUrl(ctx, { id, url: checked.url }),
    added_at: now,
    requested_at: now,
    next_read_at: now,
    ...nothingRead,
  }
  await inTransaction(ctx, async ({ db }) => {
    const schedule = await db
      .selectFrom('schedules')
      .select('expert_id')
      .where('expert_id', '=', expertId)
      .forKeyShare()
      .executeTakeFirst()
    if (!schedule) throw new Refusal('schedule_missing')
    await db
      .insertInto('external_calendars')
      .values({ expert_id: expertId, ...columns })
      .onConflict((conflict) => conflict.column('expert_id').doUpdateSet(columns))
      .execute()
    await enqueueReading(db, expertId)
  })
  ctx.publish(`rings:${expertId}`, { type: 'changed' })
}

const nothingRead = {
  read_at: null,
  etag: null,
  last_modified: null,
  read_zone: null,
  covers_until: null,
  skipped_events: 0,
  failing_since: null,
  failures: 0,
  problem: null,
  problem_status: null,
}

/** Reads the calendar now, for an expert who does not want to wait. */
export async function requestReading(ctx: Context): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { id: expertId } = ctx.actor
  await countReading(ctx, expertId)
  await inTransaction(ctx, async ({ db }) => {
    const requested = await db
      .updateTable('external_calendars')
      .set({ requested_at: ctx.clock.now() })
      .where('expert_id', '=', expertId)
      .returning('expert_id')
      .executeTakeFirst()
    if (!requested) throw new Refusal('no_calendar')
    await enqueueReading(db, expertId)
  })
  ctx.publish(`rings:${expertId}`, { type: 'changed' })
}

/** Forgets the calendar and its busy times. A missing one is not an error. */
export async function disconnectCalendar(ctx: Context): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { id: expertId } = ctx.actor
  // The busy times are deleted with it.
  await ctx.db.deleteFrom('external_calendars').where('expert_id', '=', expertId).execute()
  ctx.publish(`rings:${expertId}`, { type: 'changed' })
}

function countReading({ db, clock }: Context, id: AccountId): Promise<void> {
  const limit = {
    key: calendarReadCountKey(id),
    max: calendarReadsPerHour,
    refusal: 'too_many_calendar_reads',
  } as const
  return countInHour(db, limit, clock.now())
}
