import { randomBytes } from 'node:crypto'
import { requireSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, type Role } from '#domain/policy.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { hasPasskey } from '#domain/sign-in/passkey-rows.server.ts'
import { encodeBase32 } from '#domain/sign-in/totp.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { recoveryCodeCount } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'

type Account = { id: AccountId; role: Role }

/** Replaces all recovery codes of the actor, for example when most of them are used. */
export async function renewRecoveryCodes(
  ctx: Context,
  { password }: { password: string },
): Promise<{ recoveryCodes: string[] }> {
  allow(ctx.actor, 'signedIn')
  const { id, role, signInId } = ctx.actor
  await confirmPassword(ctx, id, password)
  return inTransaction(ctx, async (txCtx) => {
    await requireSignIn(txCtx.db, signInId)
    if (!(await needsSecondStep(txCtx.db, { id, role }))) throw new Refusal('no_second_factor')
    const recoveryCodes = await replaceRecoveryCodes(txCtx, id)
    if (role === 'team') await writeAudit(txCtx, { act: 'recovery codes replaced', about: id })
    const once = `recovery codes ${ctx.clock.now().toISOString()}`
    await notify(txCtx, { to: id, kind: 'security', facts: { what: 'recovery_codes' }, once })
    return { recoveryCodes }
  })
}

/** A login with the password needs a second step if there is an authenticator, or a passkey of a team member. */
export async function needsSecondStep(db: Database, { id, role }: Account): Promise<boolean> {
  return (await hasAuthenticator(db, id)) || (role === 'team' && (await hasPasskey(db, id)))
}

export async function hasAuthenticator(db: Database, id: AccountId): Promise<boolean> {
  const factor = await db
    .selectFrom('second_factors')
    .select('profile_id')
    .where('profile_id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return factor !== undefined
}

/** Returns the new codes, to be shown once. The database stores only their hashes. */
export async function replaceRecoveryCodes({ db }: Context, id: AccountId): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => encodeBase32(randomBytes(16)).toLowerCase())
  await db.deleteFrom('recovery_codes').where('profile_id', '=', id).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((text) => ({ profile_id: id, code_hash: hashToken(text) })))
    .execute()
  return codes
}

/** Deletes the codes if no login requires them. Showing them would suggest a second step that does not exist. */
export async function deleteUnneededRecoveryCodes({ db }: Context, account: Account): Promise<void> {
  if (await needsSecondStep(db, account)) return
  await db.deleteFrom('recovery_codes').where('profile_id', '=', account.id).execute()
}

export function countRecoveryCodes(db: Database, id: AccountId): Promise<number> {
  return db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('profile_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))
}
