import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { openUrl } from '#domain/schedule/external-calendar.server.ts'
import type { AccountId } from '#kernel/ids.ts'

export const schedulePart: PrivacyPart = {
  async collect(ctx, id) {
    const { db } = ctx
    return {
      schedule: await db.selectFrom('schedules').selectAll().where('expert_id', '=', id).executeTakeFirst(),
      weekly_hours: await db
        .selectFrom('weekly_hours')
        .select(['weekday', 'from_minute', 'to_minute'])
        .where('expert_id', '=', id)
        .execute(),
      schedule_exceptions: await db
        .selectFrom('schedule_exceptions')
        .select(['first_day', 'last_day', 'from_minute', 'to_minute'])
        .where('expert_id', '=', id)
        .execute(),
      external_calendar: await collectCalendar(ctx, id),
      busy_times: await db.selectFrom('busy_times').select('during').where('expert_id', '=', id).execute(),
    }
  },
  /** Locks the schedule before the person, in the same order as a booking, to avoid deadlocks. */
  async refuseDeletion({ db }, id) {
    await sql`select from schedules where expert_id = ${id} for update`.execute(db)
  },
  async forget({ db }, id) {
    // The weekly hours, the exceptions and the calendars are deleted with the schedule.
    await db.deleteFrom('schedules').where('expert_id', '=', id).execute()
  },
}

/** The URL was entered by its owner, who gets it back in clear. */
async function collectCalendar(ctx: Context, id: AccountId) {
  const row = await ctx.db
    .selectFrom('external_calendars')
    .select(['id', 'sealed_url', 'added_at', 'read_at', 'failing_since', 'problem', 'problem_status'])
    .where('expert_id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { id: rowId, sealed_url, ...known } = row
  return { ...known, url: openUrl(ctx, { id: rowId, sealed_url }) }
}
