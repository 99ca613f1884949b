import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const discoveryPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      favourite_experts: await db
        .selectFrom('favourite_experts')
        .select(['expert_id', 'created_at'])
        .where('student_id', '=', id)
        .execute(),
    }
  },
  async forget({ db }, id) {
    await db.deleteFrom('favourite_experts').where('student_id', '=', id).execute()
  },
}
