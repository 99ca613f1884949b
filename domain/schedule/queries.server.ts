import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { OwnSchedule } from '#domain/schedule/contract.ts'
import { findAvailability, scheduleVersion } from '#domain/schedule/schedule-rows.server.ts'
import type { AccountId, ExpertId } from '#kernel/ids.ts'

/** Returns the actor's hours and exceptions. */
export async function getOwnSchedule(ctx: Context): Promise<OwnSchedule> {
  allow(ctx.actor, 'approvedExpert')
  const found = await findAvailability(ctx, ctx.actor.id)
  const version = scheduleVersion(found)
  if (!found) return { schedule: null, version, exceptions: [] }
  const { exceptions, ...schedule } = found
  return { schedule, version, exceptions }
}

/** Returns whether the actor has published weekly hours. An expert who waits for the approval has none. */
export async function hasOwnHours(ctx: Context): Promise<boolean> {
  allow(ctx.actor, 'expert')
  const row = await ctx.db
    .selectFrom('weekly_hours')
    .select('weekday')
    .where('expert_id', '=', ctx.actor.id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether this expert offers bookable times at all. Public. */
export async function takesBookings({ db, clock }: Context, expertId: ExpertId): Promise<boolean> {
  const { rows } = await sql`
    select from experts e join schedules s on s.expert_id = e.user_id where e.id = ${expertId} and (
      exists (select from weekly_hours h where h.expert_id = e.user_id)
      or exists (select from schedule_exceptions x
        where x.expert_id = e.user_id and x.from_minute is not null
          and x.last_day >= (${clock.now()}::timestamptz at time zone s.zone)::date))`.execute(db)
  return rows.length > 0
}

/** Returns the expert's time zone; null without a schedule. */
export async function findScheduleZone({ db }: Context, expertId: AccountId): Promise<string | null> {
  const row = await db.selectFrom('schedules').select('zone').where('expert_id', '=', expertId).executeTakeFirst()
  return row?.zone ?? null
}
