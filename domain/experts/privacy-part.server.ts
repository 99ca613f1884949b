import type { PrivacyPart } from '#domain/privacy-part.server.ts'

export const expertsPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      expert: await db.selectFrom('expert_profiles').selectAll().where('user_id', '=', id).executeTakeFirst(),
      expert_terms: await db
        .selectFrom('experts')
        .select(['approval', 'approval_changed_at', 'approval_reason', 'rate_paise_per_minute', 'share_percent'])
        .select('call_tested_at')
        .where('user_id', '=', id)
        .executeTakeFirst(),
      verified: await db
        .selectFrom('expert_verifications')
        .innerJoin('experts', 'experts.id', 'expert_id')
        .select(['what', 'verified_at'])
        .where('user_id', '=', id)
        .execute(),
      online_alerts: await db
        .selectFrom('online_alerts')
        .select(['expert_id', 'created_at'])
        .where('student_id', '=', id)
        .execute(),
    }
  },
  async forget(ctx, id) {
    const { db } = ctx
    await db.deleteFrom('online_alerts').where('student_id', '=', id).execute()
    const expert = await db.deleteFrom('experts').where('user_id', '=', id).returning('id').executeTakeFirst()
    if (expert) ctx.publish(`expert:${expert.id}`, { type: 'changed' })
  },
}
