import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { isCommonPassword } from '#domain/sign-in/common-passwords.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { password } from '#domain/sign-in/contract.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Sets a new password after checking the current one, and ends all other sign-ins of the account. */
export async function changePassword(ctx: Context, input: { current: string; next: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id, signInId } = ctx.actor
  const next = parse(password, input.next, 'weak_password')
  if (isCommonPassword(next)) throw new Refusal('weak_password')
  await confirmPassword(ctx, id, input.current)
  const passwordHash = await hashPassword(next)
  const now = ctx.clock.now()
  await inTransaction(ctx, async (txCtx) => {
    await txCtx.db
      .updateTable('credentials')
      .set({ password_hash: passwordHash, changed_at: now })
      .where('profile_id', '=', id)
      .execute()
    await notifyPasswordChanged(txCtx, id)
  })
  await endAllSignIns(ctx, id, signInId)
}

/** Notifies the owner, because another person may have made the change. Runs in the transaction of the change. */
export function notifyPasswordChanged(ctx: Context, id: AccountId): Promise<void> {
  return notify(ctx, {
    to: id,
    kind: 'security',
    facts: { what: 'password_changed' },
    once: `password ${ctx.clock.now().toISOString()}`,
  })
}
