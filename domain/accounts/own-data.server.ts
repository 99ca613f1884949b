import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'

/** Everything that stands here about the person who asks, in the words of the database, without secrets. */
export async function collectOwnData(ctx: Context): Promise<Record<string, unknown>> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return {}
  const { id } = ctx.actor
  const { db } = ctx
  const [profile, student, expert, signIns, terms] = await Promise.all([
    db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirst(),
    db.selectFrom('students').selectAll().where('id', '=', id).executeTakeFirst(),
    db.selectFrom('expert_profiles').selectAll().where('user_id', '=', id).executeTakeFirst(),
    db
      .selectFrom('sign_ins')
      .select(['created_at', 'last_used_at', 'user_agent', 'address'])
      .where('profile_id', '=', id)
      .execute(),
    db
      .selectFrom('terms_acceptances')
      .select(['version', 'accepted_at'])
      .where('profile_id', '=', id)
      .execute(),
  ])
  return { made_at: ctx.clock.now(), profile, student, expert, sign_ins: signIns, terms_acceptances: terms }
}
