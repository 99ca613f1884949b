import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { Refusal } from '#kernel/refusals.ts'

export const requestsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      requests: await db
        .selectFrom('requests')
        .select(['call_type', 'question', 'file_name', 'language', 'max_rate_paise_per_minute', 'held_paise', 'state'])
        .select(['asked_at', 'closed_at'])
        .where('student_id', '=', id)
        .orderBy('asked_at')
        .execute(),
      // The question belongs to the student, so it is not part of the expert's data.
      offers: await db
        .selectFrom('offers')
        .select(['id', 'state', 'offered_at', 'ring_until', 'closed_at'])
        .where('expert_id', '=', id)
        .orderBy('offered_at')
        .execute(),
      request_alerts: await db
        .selectFrom('request_alerts')
        .select(['request_id', 'created_at', 'expires_at'])
        .where('student_id', '=', id)
        .execute(),
    }
  },
  async refuseDeletion({ db }, id) {
    const open = await db
      .selectFrom('requests')
      .select('id')
      .where('student_id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (open) throw new Refusal('request_open')
  },
  async forget({ db }, id) {
    await db.deleteFrom('offers').where('expert_id', '=', id).execute()
    await db.deleteFrom('requests').where('student_id', '=', id).execute()
  },
}
