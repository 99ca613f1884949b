import { endAllSignIns, requireSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import { findRecipient } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { checkNewPassword } from '#domain/sign-in/new-password.server.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import { stopEmailChanges } from '#domain/sign-in/send-email-link.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Sets a new password after checking the current one. Ends all other sign-ins and pending changes of the email address.
 */
export async function changePassword(ctx: Context, input: { current: string; next: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id, signInId } = ctx.actor
  const owner = await findRecipient(ctx.db, id)
  if (!owner) throw new Refusal('no_such_person')
  checkNewPassword(input.next, owner)
  const checkedHash = await confirmPassword(ctx, id, input.current)
  const passwordHash = await hashPassword(input.next)
  const now = ctx.clock.now()
  await inTransaction(ctx, async (txCtx) => {
    // The owner may have set another password by a link since the check.
    const { numUpdatedRows } = await txCtx.db
      .updateTable('credentials')
      .set({ password_hash: passwordHash, changed_at: now })
      .where('profile_id', '=', id)
      .where('password_hash', '=', checkedHash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('wrong_current_password')
    await requireSignIn(txCtx.db, signInId)
    await endAllSignIns(txCtx, id, signInId)
    await stopEmailChanges(txCtx.db, id)
    await notifyPasswordChanged(txCtx, id)
  })
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
