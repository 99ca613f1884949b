import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { sealSecret, openSecret } from '#domain/sign-in/second-factor.server.ts'

/** Seals every authenticator secret with the current key: unsealed ones and those sealed with earlier keys. */
export async function resealSecondFactors(ctx: Context): Promise<number> {
  allow(ctx.actor, 'system')
  const factors = await ctx.db.selectFrom('second_factors').select(['profile_id', 'secret', 'sealed_secret']).execute()
  let count = 0
  for (const factor of factors) {
    const { profile_id, sealed_secret } = factor
    if (sealed_secret && ctx.sealer.isCurrent(sealed_secret)) continue
    const { numUpdatedRows } = await ctx.db
      .updateTable('second_factors')
      .set({ secret: null, sealed_secret: sealSecret(ctx, profile_id, openSecret(ctx, factor)) })
      .where('profile_id', '=', profile_id)
      // Keeps an authenticator that was set up meanwhile.
      .where('sealed_secret', 'is not distinct from', sealed_secret)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count
}

/** The ids of the data keys that have sealed authenticators. */
export async function listSecondFactorKeyIds({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct split_part(sealed_secret, '.', 2) id
    from second_factors where sealed_secret is not null`.execute(db)
  return rows.map(({ id }) => id)
}
