import { markPasswordConfirmed } from '#domain/accounts/recent-password.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { isPassword } from '#domain/sign-in/passwords.server.ts'
import { countAttempt, clearAttempts, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

const triesBeforeDelay = 5

/** Before what only the owner may do: a browser that was left open is not enough. Guesses are slowed down as at the door. */
export async function confirmPassword(ctx: Context, id: AccountId, password: string): Promise<void> {
  const key = throttleKeys.password(id)
  await countAttempt(ctx.db, [{ key, triesBeforeDelay }], ctx.clock.now())
  const stored = await ctx.db
    .selectFrom('credentials')
    .select('password_hash')
    .where('profile_id', '=', id)
    .executeTakeFirst()
  if (!(await isPassword(stored?.password_hash, password))) throw new Refusal('wrong_current_password')
  await clearAttempts(ctx.db, key, key)
}

/** The owner has typed the password once more; for a few minutes this sign-in, and no other, may do what needs it. */
export async function confirmOwnPassword(ctx: Context, password: string): Promise<void> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return
  await confirmPassword(ctx, ctx.actor.id, password)
  await markPasswordConfirmed(ctx, ctx.actor.signInId)
}
