import { requireSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { deleteUnneededRecoveryCodes } from '#domain/sign-in/recovery-codes.server.ts'
import { isUuid } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Removes a passkey of the actor. A team member without any second factor must then set up another one. */
export async function removePasskey(ctx: Context, input: { id: string; password: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id, role, signInId } = ctx.actor
  if (!isUuid(input.id)) throw new Refusal('invalid_input')
  await confirmPassword(ctx, id, input.password)
  await inTransaction(ctx, async (txCtx) => {
    await requireSignIn(txCtx.db, signInId)
    const removed = await txCtx.db
      .deleteFrom('passkeys')
      .where('id', '=', input.id)
      .where('profile_id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new Refusal('nothing_there')
    await deleteUnneededRecoveryCodes(txCtx, { id, role })
    if (role === 'team') await writeAudit(txCtx, { act: 'passkey removed', about: id, details: { name: removed.name } })
    const facts = { what: 'passkey_removed' } as const
    await notify(txCtx, { to: id, kind: 'security', facts, once: `passkey removed ${input.id}` })
  })
}

/** Dismisses the offer of passkeys permanently. */
export async function dismissPasskeyOffer(ctx: Context): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('passkey_offers')
    .values({ profile_id: ctx.actor.id, shown_at: now, dismissed_at: now })
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet({ dismissed_at: now }))
    .execute()
}
