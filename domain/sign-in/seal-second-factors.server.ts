import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { sealedSecret, secretOf } from '#domain/sign-in/second-factor.server.ts'

/** Seals every authenticator under the key that seals now: those of before there were keys, and those of earlier keys. */
export async function sealSecondFactors(ctx: Context): Promise<number> {
  allow(ctx.actor, 'system')
  const factors = await ctx.db
    .selectFrom('second_factors')
    .select(['profile_id', 'secret', 'sealed_secret'])
    .execute()
  let count = 0
  for (const factor of factors) {
    const { profile_id, sealed_secret } = factor
    if (sealed_secret && ctx.sealer.isCurrent(sealed_secret)) continue
    const { numUpdatedRows } = await ctx.db
      .updateTable('second_factors')
      .set({ secret: null, sealed_secret: sealedSecret(ctx, profile_id, secretOf(ctx, factor)) })
      .where('profile_id', '=', profile_id)
      // Whoever set up another one meanwhile keeps it.
      .where('sealed_secret', 'is not distinct from', sealed_secret)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count
}
