import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const peoplePart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      // Leaves out the other person and the note of the team, which may be about both.
      suspicious_pairs: await db
        .selectFrom('suspicious_pairs')
        .select(['evidence', 'evidence_at', 'looked_at'])
        .where(({ eb, or }) => or([eb('first_id', '=', id), eb('second_id', '=', id)]))
        .orderBy('id')
        .execute(),
    }
  },
  async forget({ db }, id) {
    await db
      .deleteFrom('suspicious_pairs')
      .where(({ eb, or }) => or([eb('first_id', '=', id), eb('second_id', '=', id)]))
      .execute()
  },
}
