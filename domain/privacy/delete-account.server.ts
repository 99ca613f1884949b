import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { privacyParts } from '#domain/privacy/parts.server.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Deletes all personal data of the actor. The id stays, so that the money history still has an owner. Each privacy part
 * decides which rows stay without a name. Refused during a session, with an open booking, and with money or a
 * pending payment, which would be lost.
 */
export async function deleteAccount(ctx: Context, input: { password: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id, role } = ctx.actor
  // The audit log names team members by their accounts, so only a colleague can close a team account.
  if (role === 'team') throw new Refusal('not_allowed')
  await confirmPassword(ctx, id, input.password)
  await inTransaction(ctx, async (txCtx) => {
    for (const part of privacyParts) await part.refuseDeletion?.(txCtx, id)
    for (const part of privacyParts.toReversed()) await part.forget?.(txCtx, id)
    await writeAudit(txCtx, { act: 'account deleted', about: id })
  })
}
