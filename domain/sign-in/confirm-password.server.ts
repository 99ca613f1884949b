import { markPasswordConfirmed } from '#domain/accounts/recent-password.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { isPassword } from '#domain/sign-in/passwords.server.ts'
import { countAttempt, clearAttempts, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

const attemptsBeforeDelay = 5

/**
 * Protects actions of the owner, because a browser may be left open. Attempts are throttled as at sign-in. Returns the
 * hash that was checked.
 */
export async function confirmPassword(ctx: Context, id: AccountId, password: string): Promise<string> {
  const key = throttleKeys.password(id)
  await countAttempt(ctx.db, [{ key, attemptsBeforeDelay }], ctx.clock.now())
  const stored = await ctx.db
    .selectFrom('credentials')
    .select('password_hash')
    .where('profile_id', '=', id)
    .executeTakeFirst()
  const isRight = await isPassword(stored?.password_hash, password)
  if (!stored || !isRight) throw new Refusal('wrong_current_password')
  await clearAttempts(ctx.db, { own: key })
  return stored.password_hash
}

/**
 * The owner enters the password again, which allows only this sign-in to perform protected actions for a few minutes.
 */
export async function confirmOwnPassword(ctx: Context, password: string): Promise<void> {
  allow(ctx.actor, 'signedIn')
  await confirmPassword(ctx, ctx.actor.id, password)
  await markPasswordConfirmed(ctx, ctx.actor.signInId)
}
