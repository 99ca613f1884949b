import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const withdrawalsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      bank_account: await db
        .selectFrom('bank_accounts')
        .select(['bank_name', 'bank_code', 'last_four', 'confirmed_at'])
        .where('profile_id', '=', id)
        .executeTakeFirst(),
      withdrawals: await db
        .selectFrom('withdrawals')
        .select(['id', 'amount_paise', 'status', 'bank_name', 'bank_code', 'last_four', 'notes', 'reason'])
        .select(['created_at', 'decided_at', 'processed_at', 'bank_reference', 'demo', 'came_back_at', 'exported_at'])
        .where('expert_id', '=', id)
        .orderBy('created_at')
        .execute(),
    }
  },
  /** The withdrawals stay, without bank details and notes. */
  async forget({ db }, id) {
    await db.deleteFrom('bank_accounts').where('profile_id', '=', id).execute()
    await db
      .updateTable('withdrawals')
      .set({ sealed_details: null, bank_name: null, bank_code: null, last_four: null, notes: null })
      .set({ account_fingerprint: null })
      .where('expert_id', '=', id)
      .execute()
  },
}
