import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import { defaultZone } from '#kernel/zones.ts'

export const bookingsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      bookings: await db
        .selectFrom('bookings')
        .select(['id', 'call_type', 'starts_at', 'minutes', 'rate_paise_per_minute', 'state', 'booked_at'])
        .select(['moves', 'cancelled_by', 'absent', 'closed_at', 'fee_paise'])
        .select(({ eb }) => [
          eb.case().when('student_id', '=', id).then(eb.ref('question')).end().as('question'),
          eb.case().when('student_id', '=', id).then(eb.ref('file_name')).end().as('file_name'),
          eb.case().when('student_id', '=', id).then(eb.ref('student_zone')).end().as('zone'),
        ])
        .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
        .orderBy('starts_at')
        .execute(),
      calendar_feed: await db
        .selectFrom('calendar_feeds')
        .select(['created_at', 'used_at'])
        .where('expert_id', '=', id)
        .executeTakeFirst(),
      booking_joins: await db
        .selectFrom('booking_joins')
        .innerJoin('bookings', 'bookings.id', 'booking_joins.booking_id')
        .select(['booking_id', 'side', 'first_at', 'last_at'])
        .where(({ or, and, eb }) =>
          or([
            and([eb('student_id', '=', id), eb('side', '=', 'student')]),
            and([eb('expert_id', '=', id), eb('side', '=', 'expert')]),
          ]),
        )
        .execute(),
    }
  },
  async refuseDeletion({ db }, id) {
    const booked = await db
      .selectFrom('bookings')
      .select('id')
      .where(({ or, eb }) => or([eb('student_id', '=', id), eb('expert_id', '=', id)]))
      .where('state', '=', 'booked')
      .executeTakeFirst()
    if (booked) throw new Refusal('bookings_open')
  },
  /** Keeps the booking, but deletes the student's texts. */
  async forget({ db }, id) {
    await db
      .updateTable('bookings')
      .set({ question: null, file_key: null, file_name: null, file_type: null, student_zone: defaultZone })
      .where('student_id', '=', id)
      .execute()
  },
}
