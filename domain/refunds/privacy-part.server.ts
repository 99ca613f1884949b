import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { Refusal } from '#kernel/refusals.ts'

export const refundsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      refund_requests: await db
        .selectFrom('refund_requests')
        .select(['session_id', 'state', 'fault', 'reason', 'answer', 'asked_at', 'decided_at'])
        .select('refunded_paise')
        .where('student_id', '=', id)
        .orderBy('asked_at')
        .execute(),
    }
  },
  async refuseDeletion({ db }, id) {
    const refund = await db
      .selectFrom('refund_requests')
      .select('id')
      .where('student_id', '=', id)
      .where('state', '=', 'asked')
      .executeTakeFirst()
    if (refund) throw new Refusal('refund_pending')
  },
  async forget({ db }, id) {
    await db.updateTable('refund_requests').set({ reason: null, answer: null }).where('student_id', '=', id).execute()
  },
}
