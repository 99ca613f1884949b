import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { type Schedule, scheduleChange, type ScheduleChange, type WeeklyHours } from '#domain/schedule/contract.ts'
import { findAvailability, lockAvailability, scheduleVersion } from '#domain/schedule/schedule-rows.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import { findZone } from '#kernel/zones.ts'

/** Replaces an expert's weekly hours, unless they are newer than the page. Returns their version. */
export async function saveSchedule(ctx: Context, input: ScheduleChange): Promise<string> {
  allow(ctx.actor, 'approvedExpert')
  const parsed = scheduleChange.safeParse(input)
  if (!parsed.success) throw new Refusal(hasReversedHours(input) ? 'hours_backwards' : 'invalid_input')
  const { weekly, bufferMinutes, noticeMinutes, version } = parsed.data
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
  const saved = await inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    // Waits for another first save, so that the second of two finds the row of the first.
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('schedules')
      .values({ expert_id: id, ...columns })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    const before = numInsertedOrUpdatedRows === 1n ? null : await lockAvailability(txCtx, id)
    if (version !== undefined && version !== scheduleVersion(before)) throw new Refusal('schedule_changed')
    await db.updateTable('schedules').set(columns).where('expert_id', '=', id).execute()
    await db.deleteFrom('weekly_hours').where('expert_id', '=', id).execute()
    const rows = weekly.map(({ weekday, fromMinute, toMinute }) => ({
      expert_id: id,
      weekday,
      from_minute: fromMinute,
      to_minute: toMinute,
    }))
    if (rows.length > 0) await db.insertInto('weekly_hours').values(rows).execute()
    return scheduleVersion(await findAvailability(txCtx, id))
  })
  ctx.publish(`rings:${id}`, { type: 'changed' })
  return saved
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
