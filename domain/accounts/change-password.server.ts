import { isCommonPassword } from '#domain/accounts/common-passwords.ts'
import { confirmPassword } from '#domain/accounts/confirm-password.server.ts'
import { password } from '#domain/accounts/contract.ts'
import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { hashPassword } from '#domain/accounts/passwords.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Whoever knows the current password may set another; every other sign-in of the account ends with it. */
export async function changePassword(ctx: Context, input: { current: string; next: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return
  const { id, signInId } = ctx.actor
  const parsed = password.safeParse(input.next)
  if (!parsed.success || isCommonPassword(parsed.data)) throw new Refusal('weak_password')
  await confirmPassword(ctx, id, input.current)
  const passwordHash = await hashPassword(parsed.data)
  await ctx.db
    .updateTable('credentials')
    .set({ password_hash: passwordHash, changed_at: ctx.clock.now() })
    .where('profile_id', '=', id)
    .execute()
  await endAllSignIns(ctx, id, signInId)
}
