import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const auditPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      // Leaves out which team member acted, because that is their personal data.
      history: await db
        .selectFrom('audit_log')
        .select(['at', 'act', 'why', 'before', 'after', 'details'])
        .where('subject_id', '=', id)
        .orderBy('id')
        .execute(),
    }
  },
}
