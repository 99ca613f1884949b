import { isCommonPassword } from '#domain/accounts/common-passwords.ts'
import { password } from '#domain/accounts/contract.ts'
import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { hashPassword, isPassword } from '#domain/accounts/passwords.server.ts'
import { countAttempt, forgetAttempts } from '#domain/accounts/throttle.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'

const freeTries = 5

/** Whoever knows the current password may set another; every other sign-in of the account ends with it. */
export async function changePassword(ctx: Context, input: { current: string; next: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return
  const { id, signInId } = ctx.actor
  const parsed = password.safeParse(input.next)
  if (!parsed.success || isCommonPassword(parsed.data)) throw new Refusal('weak_password')
  const now = ctx.clock.now()
  const key = `password ${id}`
  await countAttempt(ctx.db, [{ key, freeTries }], now)
  const stored = await ctx.db
    .selectFrom('credentials')
    .select('password_hash')
    .where('profile_id', '=', id)
    .executeTakeFirst()
  if (!(await isPassword(stored?.password_hash, input.current))) throw new Refusal('wrong_current_password')
  const passwordHash = await hashPassword(parsed.data)
  await ctx.db
    .updateTable('credentials')
    .set({ password_hash: passwordHash, changed_at: now })
    .where('profile_id', '=', id)
    .execute()
  await forgetAttempts(ctx.db, key, key)
  await endAllSignIns(ctx, id, signInId)
}
