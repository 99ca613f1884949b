import { sql } from 'kysely'
import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const schedulePart: PrivacyPart = {
  async collect({ db }, id) {
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
    }
  },
  /** Locks the schedule before the person, in the same order as a booking, to avoid deadlocks. */
  async refuseDeletion({ db }, id) {
    await sql`select from schedules where expert_id = ${id} for update`.execute(db)
  },
  async forget({ db }, id) {
    // The weekly hours and the exceptions are deleted with the schedule.
    await db.deleteFrom('schedules').where('expert_id', '=', id).execute()
  },
}
