import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, type Role } from '#domain/policy.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import {
  deleteUselessRecoveryCodes,
  needsSecondStep,
  replaceRecoveryCodes,
} from '#domain/sign-in/recovery-codes.server.ts'
import { clearAttempts, countAttempt, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { encodeBase32, findMatchingStep, newSecret } from '#domain/sign-in/totp.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

const codesBeforeDelay = 5

/**
 * Starts the setup of an authenticator. It has no effect until a code is confirmed. Starting again replaces the
 * unconfirmed one. The password is asked for, because an authenticator of a stranger would lock the owner out.
 */
export async function startSecondFactor(ctx: Context, { password }: { password: string }): Promise<{ secret: string }> {
  allow(ctx.actor, 'signedIn')
  await confirmPassword(ctx, ctx.actor.id, password)
  const secret = newSecret()
  const sealed_secret = sealSecret(ctx, ctx.actor.id, secret)
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('second_factors')
    .values({ profile_id: ctx.actor.id, sealed_secret })
    .onConflict((conflict) =>
      conflict
        .column('profile_id')
        .doUpdateSet({ secret: null, sealed_secret })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal('second_factor_exists')
  return { secret: encodeBase32(secret) }
}

/**
 * The first valid code switches it on. The recovery codes are shown only once. Other sign-ins of a team member end,
 * because they were made without a second factor.
 */
export async function confirmSecondFactor(ctx: Context, code: string): Promise<{ recoveryCodes: string[] }> {
  allow(ctx.actor, 'signedIn')
  const { id, role, signInId } = ctx.actor
  const now = ctx.clock.now()
  return inTransaction(ctx, async (txCtx) => {
    const factor = await txCtx.db
      .selectFrom('second_factors')
      .selectAll()
      .where('profile_id', '=', id)
      .where('confirmed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    const step = factor && findMatchingStep(openSecret(ctx, factor), code, now, factor.last_used_step)
    if (!step) throw new Refusal('wrong_code')
    await txCtx.db
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_used_step: step })
      .where('profile_id', '=', id)
      .execute()
    if (role === 'team') {
      await writeAudit(txCtx, { act: 'second factor on', about: id })
      await endAllSignIns(txCtx, id, signInId)
    }
    const facts = { what: 'second_factor_on' } as const
    await notify(txCtx, { to: id, kind: 'security', facts, once: `second factor ${now.toISOString()}` })
    return { recoveryCodes: await replaceRecoveryCodes(txCtx, id) }
  })
}

/** A team member without any second factor must then set up another one. */
export async function removeSecondFactor(ctx: Context, { password }: { password: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id, role } = ctx.actor
  await confirmPassword(ctx, id, password)
  await inTransaction(ctx, async (txCtx) => {
    const { numDeletedRows } = await txCtx.db
      .deleteFrom('second_factors')
      .where('profile_id', '=', id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('no_second_factor')
    await deleteUselessRecoveryCodes(txCtx, { id, role })
    if (role === 'team') await writeAudit(txCtx, { act: 'second factor off', about: id })
    const facts = { what: 'second_factor_off' } as const
    const once = `second factor off ${ctx.clock.now().toISOString()}`
    await notify(txCtx, { to: id, kind: 'security', facts, once })
  })
}

/**
 * Checked after the password: passes without a second factor, with a valid code, or with an unused recovery code. A
 * passkey of a team member is a second factor, too: then the password needs a recovery code.
 */
export async function verifySecondFactor(
  ctx: Context,
  { id, role }: { id: AccountId; role: Role },
  code: string,
): Promise<void> {
  const factor = await ctx.db
    .selectFrom('second_factors')
    .selectAll()
    .where('profile_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor && !(await needsSecondStep(ctx.db, { id, role }))) return
  if (code === '') throw new Refusal(factor ? 'code_needed' : 'passkey_needed')
  const now = ctx.clock.now()
  // Counted for the whole account: here the password was right, so this cannot be used to lock out strangers.
  const key = throttleKeys.code(id)
  await countAttempt(ctx.db, [{ key, triesBeforeDelay: codesBeforeDelay }], now)
  const step = factor && findMatchingStep(openSecret(ctx, factor), code, now, factor.last_used_step)
  const update = step
    ? ctx.db
        .updateTable('second_factors')
        .set({ last_used_step: step })
        .where('profile_id', '=', id)
        .where('last_used_step', '<', step)
    : ctx.db
        .updateTable('recovery_codes')
        .set({ used_at: now })
        .where('profile_id', '=', id)
        .where('code_hash', '=', hashToken(code.trim().toLowerCase()))
        .where('used_at', 'is', null)
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('wrong_code')
  await clearAttempts(ctx.db, { own: key })
}

export function sealSecret({ sealer }: Context, profileId: string, secret: Buffer): string {
  return sealer.seal(secret.toString('base64'), { purpose: 'second factor', rowId: profileId })
}

type Stored = { profile_id: string; secret: Buffer | null; sealed_secret: string | null }

/** Secrets from before sealing was introduced stay unsealed until the next start. */
export function openSecret({ sealer }: Context, { profile_id, secret, sealed_secret }: Stored): Buffer {
  if (secret) return secret
  const text = sealer.open(sealed_secret ?? '', { purpose: 'second factor', rowId: profile_id })
  return Buffer.from(text, 'base64')
}
