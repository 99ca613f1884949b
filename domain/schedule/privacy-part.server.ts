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
  /** The schedule before the person, as whoever books does it: in another order each would wait for the other. */
  async refuseDeletion({ db }, id) {
    await sql`select from schedules where expert_id = ${id} for update`.execute(db)
  },
  async forget({ db }, id) {
    // The hours of the week and the exceptions go with it.
    await db.deleteFrom('schedules').where('expert_id', '=', id).execute()
  },
}
