import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const auditPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      // Who of the team it was is the data of somebody else.
      history: await db
        .selectFrom('audit_log')
        .select(['at', 'act', 'why', 'before', 'after', 'details'])
        .where('subject_id', '=', id)
        .orderBy('id')
        .execute(),
    }
  },
}
