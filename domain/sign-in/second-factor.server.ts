import { endAllSignIns, requireSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import { findRecipient, isEmailConfirmed } from '#domain/accounts/profile-rows.server.ts'
import { markSecondFactor } from '#domain/accounts/start-sign-in.server.ts'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, type Role } from '#domain/policy.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import {
  deleteUnneededRecoveryCodes,
  needsSecondStep,
  replaceRecoveryCodes,
} from '#domain/sign-in/recovery-codes.server.ts'
import { planEmailLink } from '#domain/sign-in/send-email-link.server.ts'
import { clearAttempts, countAttempt, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { encodeBase32, findMatchingStep, newSecret } from '#domain/sign-in/totp.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

const codesBeforeDelay = 5

/**
 * Starts the setup of an authenticator. It has no effect until a code is confirmed. Starting again replaces the
 * unconfirmed one. Requires the password, because a stranger's authenticator would lock the owner out.
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
 * Switches the authenticator on with its first valid code. The recovery codes are shown only once. Other sign-ins of a
 * team member end, because they were made without a second factor. Everybody else gets a link that undoes it, because a
 * stranger with the password could lock the owner out.
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
    await requireSignIn(txCtx.db, signInId)
    await txCtx.db
      .updateTable('second_factors')
      .set({ confirmed_at: now, last_used_step: step })
      .where('profile_id', '=', id)
      .execute()
    await markSecondFactor(txCtx.db, signInId, now)
    if (role === 'team') {
      await writeAudit(txCtx, { act: 'second factor on', about: id })
      await endAllSignIns(txCtx, id, signInId)
    }
    const isUndoable = role !== 'team' && (await planUndoLink(txCtx, id))
    const facts = { what: 'second_factor_on', ...(isUndoable && { isUndoable }) } as const
    await notify(txCtx, { to: id, kind: 'security', facts, once: `second factor ${now.toISOString()}` })
    return { recoveryCodes: await replaceRecoveryCodes(txCtx, id) }
  })
}

/**
 * Sends a link that restores the present email address, which also removes new factors. Team members get no such link,
 * because their second factor must protect them even if a stranger can read their mail. It is not sent to an
 * unconfirmed email address, which may belong to a stranger. The owner of that email address can set a password by
 * mail, which removes all factors.
 */
async function planUndoLink({ db, clock }: Context, profileId: AccountId): Promise<boolean> {
  const owner = await findRecipient(db, profileId)
  if (!owner || !(await isEmailConfirmed(db, profileId))) return false
  await planEmailLink(db, { profileId, email: owner.email, purpose: 'restore', now: clock.now() })
  return true
}

/** Removes the authenticator. A team member who then has no second factor left must set up a new one. */
export async function removeSecondFactor(ctx: Context, { password }: { password: string }): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { id, role, signInId } = ctx.actor
  await confirmPassword(ctx, id, password)
  await inTransaction(ctx, async (txCtx) => {
    await requireSignIn(txCtx.db, signInId)
    const { numDeletedRows } = await txCtx.db
      .deleteFrom('second_factors')
      .where('profile_id', '=', id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('no_second_factor')
    await deleteUnneededRecoveryCodes(txCtx, { id, role })
    if (role === 'team') await writeAudit(txCtx, { act: 'second factor off', about: id })
    const isTeam = role === 'team' ? { isTeam: true as const } : {}
    const facts = { what: 'second_factor_off', ...isTeam } as const
    const once = `second factor off ${ctx.clock.now().toISOString()}`
    await notify(txCtx, { to: id, kind: 'security', facts, once })
  })
}

/**
 * Checks the second factor after the password. Returns false for an account without a second factor. Otherwise requires
 * a valid code or an unused recovery code, and returns true. A team member who has only a passkey and logs in with the
 * password needs a recovery code.
 */
export async function verifySecondFactor(
  ctx: Context,
  { id, role }: { id: AccountId; role: Role },
  code: string,
): Promise<boolean> {
  const factor = await ctx.db
    .selectFrom('second_factors')
    .selectAll()
    .where('profile_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor && !(await needsSecondStep(ctx.db, { id, role }))) return false
  if (code === '') throw new Refusal(factor ? 'code_needed' : 'passkey_needed')
  const now = ctx.clock.now()
  // Counted for the whole account. The password was right, so a stranger cannot lock the owner out.
  const key = throttleKeys.code(id)
  await countAttempt(ctx.db, [{ key, attemptsBeforeDelay: codesBeforeDelay }], now)
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
  return true
}

export function sealSecret({ sealer }: Context, profileId: string, secret: Buffer): string {
  return sealer.seal(secret.toString('base64'), { purpose: 'second factor', rowId: profileId })
}

type Stored = { profile_id: string; secret: Buffer | null; sealed_secret: string | null }

/** An unsealed secret of an older version is in `secret` until the next start seals it (`resealSecondFactors`). */
export function openSecret({ sealer }: Context, { profile_id, secret, sealed_secret }: Stored): Buffer {
  if (secret) return secret
  const text = sealer.open(sealed_secret ?? '', { purpose: 'second factor', rowId: profile_id })
  return Buffer.from(text, 'base64')
}
