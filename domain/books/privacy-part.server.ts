import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const booksPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      corrections: await db
        .selectFrom('corrections')
        .select(['from_account', 'to_account', 'amount_paise', 'cause', 'reason', 'state'])
        .select(['proposed_at', 'decided_at', 'answer'])
        .where('person_id', '=', id)
        .orderBy('proposed_at')
        .execute(),
    }
  },
  async forget({ db }, id) {
    await db.updateTable('corrections').set({ reason: null, answer: null }).where('person_id', '=', id).execute()
  },
}
