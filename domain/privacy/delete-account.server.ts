import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { privacyParts } from '#domain/privacy/parts.server.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Takes away everything that names the person. The id stays, so that money history, where there is any, still belongs to somebody; each
 * room says what of its own stays without a name. Refused while money is left or on its way, because it would be lost; in the middle of
 * a session; and with one booked.
 */
export async function deleteAccount(ctx: Context, input: { password: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  if (!isPerson(ctx.actor)) return
  const { id, role } = ctx.actor
  // The team's own acts stand in the audit log under their names; somebody else of the team closes such an account.
  if (role === 'team') throw new Refusal('not_allowed')
  await confirmPassword(ctx, id, input.password)
  await inTransaction(ctx, async (own) => {
    for (const part of privacyParts) await part.refuseDeletion?.(own, id)
    for (const part of privacyParts.toReversed()) await part.forget?.(own, id)
    await writeAudit(own, { act: 'account deleted', about: id })
  })
}
