import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { schedule, type Schedule, type WeeklyHours } from '#domain/schedule/contract.ts'
import { Refusal } from '#kernel/refusals.ts'
import { findZone } from '#kernel/zones.ts'

/** Replaces an expert's weekly hours. Existing bookings stay. */
export async function saveSchedule(ctx: Context, input: Schedule): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const parsed = schedule.safeParse(input)
  if (!parsed.success) throw new Refusal(hasReversedHours(input) ? 'hours_backwards' : 'invalid_input')
  const { weekly, bufferMinutes, noticeMinutes } = parsed.data
  const zone = findZone(parsed.data.zone)
  if (!zone) throw new Refusal('unknown_zone')
  if (hasOverlap(weekly)) throw new Refusal('hours_overlap')
  const { id } = ctx.actor
  const columns = {
    zone,
    buffer_minutes: bufferMinutes,
    notice_minutes: noticeMinutes,
    changed_at: ctx.clock.now(),
  }
  await inTransaction(ctx, async ({ db }) => {
    await db
      .insertInto('schedules')
      .values({ expert_id: id, ...columns })
      .onConflict((conflict) => conflict.column('expert_id').doUpdateSet(columns))
      .execute()
    await db.deleteFrom('weekly_hours').where('expert_id', '=', id).execute()
    if (weekly.length === 0) return
    await db
      .insertInto('weekly_hours')
      .values(
        weekly.map(({ weekday, fromMinute, toMinute }) => ({
          expert_id: id,
          weekday,
          from_minute: fromMinute,
          to_minute: toMinute,
        })),
      )
      .execute()
  })
  ctx.publish(`rings:${id}`, { type: 'changed' })
}

function hasReversedHours({ weekly }: Schedule): boolean {
  return weekly.some(({ fromMinute, toMinute }) => fromMinute >= toMinute)
}

function hasOverlap(weekly: WeeklyHours[]): boolean {
  return weekly.some((first, index) =>
    weekly
      .slice(index + 1)
      .some(
        (second) =>
          first.weekday === second.weekday && first.fromMinute < second.toMinute && second.fromMinute < first.toMinute,
      ),
  )
}
