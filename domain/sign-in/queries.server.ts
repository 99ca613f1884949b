import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { OwnFactors } from '#domain/sign-in/contract.ts'
import { countRecoveryCodes, hasAuthenticator } from '#domain/sign-in/recovery-codes.server.ts'

/** Returns the passkeys and the second factors of the actor's account. */
export async function getOwnFactors(ctx: Context): Promise<OwnFactors> {
  allow(ctx.actor, 'signedIn')
  const { id, secondFactorMissing } = ctx.actor
  const passkeys = await ctx.db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('profile_id', '=', id)
    .orderBy('created_at')
    .execute()
  const dismissed = await ctx.db
    .selectFrom('passkey_offers')
    .select('profile_id')
    .where('profile_id', '=', id)
    .where('dismissed_at', 'is not', null)
    .executeTakeFirst()
  return {
    hasAuthenticator: await hasAuthenticator(ctx.db, id),
    isMissing: secondFactorMissing === true,
    recoveryCodesLeft: await countRecoveryCodes(ctx.db, id),
    passkeys,
    isPasskeyOffered: passkeys.length === 0 && !dismissed,
  }
}
