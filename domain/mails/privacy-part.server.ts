import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const mailsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      mails: await db
        .selectFrom('mails')
        .select(['kind', 'address', 'state', 'tries', 'error', 'first_at', 'changed_at'])
        .where('profile_id', '=', id)
        .orderBy('first_at')
        .execute(),
    }
  },
  async forget({ db }, id) {
    await db.deleteFrom('mails').where('profile_id', '=', id).execute()
  },
}
