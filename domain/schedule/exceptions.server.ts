import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import {
  type ExceptionChoice,
  exceptionChoice,
  scheduleException,
  type ScheduleException,
} from '#domain/schedule/contract.ts'
import { dayOf } from '#kernel/days.ts'
import { scheduleExceptionsMax } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'

/** Adds days on which the expert's weekly hours do not apply. Repeating an id has no effect. */
export async function addException(ctx: Context, input: ScheduleException): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const parsed = scheduleException.safeParse(input)
  if (!parsed.success) throw new Refusal(findExceptionProblem(input))
  const { id, firstDay, lastDay, hours } = parsed.data
  const expertId = ctx.actor.id
  await inTransaction(ctx, async ({ db }) => {
    const schedule = await db
      .selectFrom('schedules')
      .select('zone')
      .where('expert_id', '=', expertId)
      .forUpdate()
      .executeTakeFirst()
    if (!schedule) throw new Refusal('schedule_missing')
    const today = dayOf(ctx.clock.now(), schedule.zone)
    if (lastDay < today) throw new Refusal('exception_past')
    const { count } = await db
      .selectFrom('schedule_exceptions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('expert_id', '=', expertId)
      .where('last_day', '>=', sql<Date>`${today}::date`)
      .executeTakeFirstOrThrow()
    if (count >= scheduleExceptionsMax) throw new Refusal('too_many_exceptions')
    await db
      .insertInto('schedule_exceptions')
      .values({
        id,
        expert_id: expertId,
        first_day: firstDay,
        last_day: lastDay,
        from_minute: hours?.fromMinute ?? null,
        to_minute: hours?.toMinute ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  ctx.publish(`rings:${expertId}`, { type: 'changed' })
}

function findExceptionProblem({ firstDay, lastDay, hours }: ScheduleException): RefusalCode {
  if (hours && hours.fromMinute >= hours.toMinute) return 'hours_backwards'
  if (firstDay === '') return 'day_missing'
  const areDays = [firstDay, lastDay].every((day) => z.iso.date().safeParse(day).success)
  return areDays && lastDay < firstDay ? 'days_backwards' : 'invalid_input'
}

/** Removes an exception, so that the weekly hours apply again. A missing one is not an error. */
export async function removeException(ctx: Context, input: ExceptionChoice): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { id } = parse(exceptionChoice, input)
  const expertId = ctx.actor.id
  await ctx.db.deleteFrom('schedule_exceptions').where('id', '=', id).where('expert_id', '=', expertId).execute()
  ctx.publish(`rings:${expertId}`, { type: 'changed' })
}
