import { randomBytes } from 'node:crypto'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import { clearAttempts, countAttempt, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { encodeBase32, findMatchingStep, newSecret } from '#domain/sign-in/totp.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { recoveryCodeCount } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

const codesBeforeDelay = 5

/**
 * Starts the setup of an authenticator. It has no effect until a code is confirmed. Starting again replaces the
 * unconfirmed one.
 */
export async function startSecondFactor(ctx: Context): Promise<{ secret: string }> {
  allow(ctx.actor, 'teamMember')
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

/** The first valid code switches it on. The recovery codes are shown only once; the database stores their hashes. */
export async function confirmSecondFactor(ctx: Context, code: string): Promise<{ recoveryCodes: string[] }> {
  allow(ctx.actor, 'teamMember')
  const { id } = ctx.actor
  const now = ctx.clock.now()
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, () => encodeBase32(randomBytes(16)).toLowerCase())
  await inTransaction(ctx, async (txCtx) => {
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
    await txCtx.db.deleteFrom('recovery_codes').where('profile_id', '=', id).execute()
    await txCtx.db
      .insertInto('recovery_codes')
      .values(recoveryCodes.map((text) => ({ profile_id: id, code_hash: hashToken(text) })))
      .execute()
    await writeAudit(txCtx, { act: 'second factor on', about: id })
    const facts = { what: 'second_factor_on' } as const
    await notify(txCtx, { to: id, kind: 'security', facts, once: `second factor ${now.toISOString()}` })
  })
  return { recoveryCodes }
}

/** Checked at sign-in: passes without a second factor, with a valid code, or with an unused recovery code. */
export async function verifySecondFactor(ctx: Context, id: AccountId, code: string): Promise<void> {
  const factor = await ctx.db
    .selectFrom('second_factors')
    .selectAll()
    .where('profile_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) return
  if (code === '') throw new Refusal('code_needed')
  const now = ctx.clock.now()
  // Counted for the whole account: here the password was right, so this cannot be used to lock out strangers.
  const key = throttleKeys.code(id)
  await countAttempt(ctx.db, [{ key, triesBeforeDelay: codesBeforeDelay }], now)
  const step = findMatchingStep(openSecret(ctx, factor), code, now, factor.last_used_step)
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

export async function hasSecondFactor(ctx: Context): Promise<boolean> {
  if (!isPerson(ctx.actor)) return false
  const factor = await ctx.db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('profile_id', '=', ctx.actor.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return factor !== undefined
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
