import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { listCountKeys } from '#domain/accounts/hourly-counts.server.ts'
import { lockProfile } from '#domain/accounts/profile-rows.server.ts'
import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { Refusal } from '#kernel/refusals.ts'

export const accountsPart: PrivacyPart = {
  async collect({ db }, id) {
    const profile = await db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst()
    if (!profile) throw new Refusal('no_such_person')
    return {
      profile,
      student: await db.selectFrom('students').selectAll().where('id', '=', id).executeTakeFirst(),
      sign_ins: await db
        .selectFrom('sign_ins')
        .select(['created_at', 'last_used_at', 'expires_at', 'user_agent', 'address'])
        .where('profile_id', '=', id)
        .execute(),
      terms_acceptances: await db
        .selectFrom('terms_acceptances')
        .select(['version', 'accepted_at'])
        .where('profile_id', '=', id)
        .execute(),
      hourly_counts: await db.selectFrom('hourly_counts').selectAll().where('key', 'in', listCountKeys(id)).execute(),
    }
  },
  async refuseDeletion({ db }, id) {
    const profile = await lockProfile(db, id)
    if (!profile || profile.deleted_at) throw new Refusal('no_such_person')
  },
  /**
   * Keeps the id, so that the money history still has an owner. Keeps the acceptance of the terms, which contains no
   * personal data.
   */
  async forget(ctx, id) {
    const { db, clock } = ctx
    await db
      .updateTable('profiles')
      .set({
        email: `deleted-${id}@deleted.invalid`,
        email_confirmed_at: null,
        full_name: 'Deleted account',
        phone_number: null,
        avatar_url: null,
        deleted_at: clock.now(),
        updated_at: clock.now(),
      })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('student_details').where('profile_id', '=', id).execute()
    await db.deleteFrom('hourly_counts').where('key', 'in', listCountKeys(id)).execute()
    await endAllSignIns(ctx, id)
    ctx.publish(`account:${id}`, { type: 'changed' })
  },
}
