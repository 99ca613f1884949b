import { type RawBuilder, sql } from 'kysely'
import { contentVersion } from '#domain/content-version.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { ScheduleException, WeeklyHours } from '#domain/schedule/contract.ts'
import type { Availability, Span } from '#domain/schedule/slots.server.ts'
import type { AccountId } from '#kernel/ids.ts'

export type StoredAvailability = Availability & { exceptions: ScheduleException[] }

/** Returns the hours in which this expert can be booked; null without a schedule. */
export async function findAvailability(ctx: Context, expertId: AccountId): Promise<StoredAvailability | null> {
  const terms = await ctx.db
    .selectFrom('schedules')
    .select(['zone', 'buffer_minutes', 'notice_minutes'])
    .where('expert_id', '=', expertId)
    .executeTakeFirst()
  if (!terms) return null
  const { rows: weekly } = await sql<WeeklyHours>`
    select weekday, from_minute as "fromMinute", to_minute as "toMinute" from weekly_hours
    where expert_id = ${expertId} order by weekday, from_minute`.execute(ctx.db)
  // Read as text, because the driver would turn a date into an instant.
  const { rows: exceptions } = await sql<
    Pick<ScheduleException, 'id' | 'firstDay' | 'lastDay'> & { from: number | null; to: number | null }
  >`
    select id, first_day::text as "firstDay", last_day::text as "lastDay", from_minute as from, to_minute as to
    from schedule_exceptions where expert_id = ${expertId} order by first_day, from_minute, id`.execute(ctx.db)
  return {
    zone: terms.zone,
    bufferMinutes: terms.buffer_minutes,
    noticeMinutes: terms.notice_minutes,
    weekly,
    exceptions: exceptions.map(({ id, firstDay, lastDay, from, to }) => ({
      id,
      firstDay,
      lastDay,
      hours: from === null || to === null ? null : { fromMinute: from, toMinute: to },
    })),
  }
}

/** Also locks the schedule, so that no one else can reserve time of this expert until the end of the transaction. */
export async function lockAvailability(ctx: Context, expertId: AccountId): Promise<StoredAvailability | null> {
  await sql`select from schedules where expert_id = ${expertId} for update`.execute(ctx.db)
  return findAvailability(ctx, expertId)
}

/** Identifies the hours of an expert, and that there are none yet. */
export function scheduleVersion(stored: StoredAvailability | null): string {
  if (!stored) return 'none'
  const { zone, bufferMinutes, noticeMinutes, weekly } = stored
  const hours = weekly.map(({ weekday, fromMinute, toMinute }) => [weekday, fromMinute, toMinute])
  return contentVersion([zone, bufferMinutes, noticeMinutes, hours])
}
type TimeQuery = { expertId: AccountId; around: Span; except?: string | null }

/** Lists the expert's reserved time from a day before to a day after this span, except for one booking. */
export function listTaken(ctx: Context, query: TimeQuery): Promise<Span[]> {
  return listSpans(ctx, selectTaken(query))
}

/** Lists the busy times of the expert's other calendar around this span. */
export function listBusy(ctx: Context, query: TimeQuery): Promise<Span[]> {
  return listSpans(ctx, selectBusy(query))
}

/** Lists both, for pages that offer times. */
export function listTakenOrBusy(ctx: Context, query: TimeQuery): Promise<Span[]> {
  return listSpans(ctx, sql`${selectTaken(query)} union all ${selectBusy(query)}`)
}

function selectTaken({ expertId, around, except = null }: TimeQuery) {
  return sql`select during from expert_time
    where expert_id = ${expertId} and subject_id is distinct from ${except} and during && ${toRangeAround(around)}`
}

function selectBusy({ expertId, around }: TimeQuery) {
  return sql`select during from busy_times where expert_id = ${expertId} and during && ${toRangeAround(around)}`
}

const dayMs = 86_400_000

function toRangeAround({ from, to }: Span) {
  return sql`tstzrange(${new Date(from - dayMs)}, ${new Date(to + dayMs)})`
}

async function listSpans({ db }: Context, selected: RawBuilder<unknown>): Promise<Span[]> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select lower(during) as from, upper(during) as to from (${selected}) spans order by during`.execute(db)
  return rows.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }))
}
