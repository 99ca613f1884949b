import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'

/** Logs out: ends this browser's sign-in in all its tabs. */
export async function signOut(ctx: Context): Promise<void> {
  if (isPerson(ctx.actor) || ctx.actor.kind === 'newcomer') await endSignIn(ctx, ctx.actor)
}

/** Ends one sign-in, if it belongs to this account. */
export async function endSignIn(ctx: Context, { id, signInId }: { id: AccountId; signInId: string }): Promise<void> {
  await ctx.db.deleteFrom('sign_ins').where('id', '=', signInId).where('profile_id', '=', id).execute()
  ctx.publish(`person:${id}`, { type: 'sign_in_ended', signInId })
}

/** Ends all sign-ins of an account, for example after a password change. */
export async function endAllSignIns(ctx: Context, id: AccountId, exceptSignInId?: string): Promise<void> {
  let deletion = ctx.db.deleteFrom('sign_ins').where('profile_id', '=', id)
  if (exceptSignInId) deletion = deletion.where('id', '!=', exceptSignInId)
  await deletion.execute()
  ctx.publish(`person:${id}`, { type: 'all_ended', exceptSignInId })
}

/** Ends the sign-ins that earlier runs of a program with this user agent left open. */
export async function endSignInsFrom(ctx: Context, userAgent: string): Promise<void> {
  allow(ctx.actor, 'system')
  await ctx.db.deleteFrom('sign_ins').where('user_agent', '=', userAgent).execute()
}

/** Deletes sign-ins that expired before this time. */
export async function deleteExpiredSignIns({ db }: Context, before: Date): Promise<void> {
  await db.deleteFrom('sign_ins').where('expires_at', '<', before).execute()
}

/**
 * Refuses a sign-in that has ended since the request began. Called in the transaction of a change that has effects
 * beyond the sign-in, because the owner may end the sign-in at the same moment.
 */
export async function requireSignIn(tx: Database, signInId: string): Promise<void> {
  const signIn = await tx.selectFrom('sign_ins').select('id').where('id', '=', signInId).executeTakeFirst()
  if (!signIn) throw new Refusal('not_signed_in')
}

/** Locks a sign-in, so that it cannot end until the end of the transaction. */
export async function lockSignIn(tx: Database, signInId: string): Promise<void> {
  const signIn = await tx
    .selectFrom('sign_ins')
    .select('id')
    .where('id', '=', signInId)
    .forKeyShare()
    .executeTakeFirst()
  if (!signIn) throw new Refusal('not_signed_in')
}
