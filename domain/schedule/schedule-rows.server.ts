import { sql } from 'kysely'
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

/** Lists the expert's reserved time from a day before to a day after this span, except for one booking. */
export async function listTaken(
  ctx: Context,
  { expertId, around, except = null }: { expertId: AccountId; around: Span; except?: string | null },
): Promise<Span[]> {
  const dayMs = 86_400_000
  const { rows } = await sql<{ from: Date; to: Date }>`
    select lower(during) as from, upper(during) as to from expert_time
    where expert_id = ${expertId} and subject_id is distinct from ${except}
      and during && tstzrange(${new Date(around.from - dayMs)}, ${new Date(around.to + dayMs)})`.execute(ctx.db)
  return rows.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }))
}
