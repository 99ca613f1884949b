import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'

const field = { purpose: 'push key', rowId: 'only' } as const

type PushKeys = { publicKey: string; privateKey: string }

/** The VAPID keys for push services: created at the first start, shared by all processes, stored encrypted. */
export async function getOrCreatePushKeys(ctx: Context, createKeys: () => PushKeys): Promise<PushKeys> {
  allow(ctx.actor, 'system')
  const existingKeys = await findPushKeys(ctx)
  if (existingKeys) return existingKeys
  const { publicKey, privateKey } = createKeys()
  await ctx.db
    .insertInto('push_keys')
    .values({ public_key: publicKey, sealed_private_key: ctx.sealer.seal(privateKey, field) })
    // Two processes that start at the same time both use the keys of the first.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const storedKeys = await findPushKeys(ctx)
  if (!storedKeys) throw new Error('push keys were not stored')
  return storedKeys
}

/** Encrypts the private key again if the data key has changed. Returns the number of changed rows. */
export async function resealPushKey(ctx: Context): Promise<number> {
  allow(ctx.actor, 'system')
  const row = await ctx.db.selectFrom('push_keys').select('sealed_private_key').executeTakeFirst()
  if (!row || ctx.sealer.isCurrent(row.sealed_private_key)) return 0
  const sealed = ctx.sealer.seal(ctx.sealer.open(row.sealed_private_key, field), field)
  await ctx.db.updateTable('push_keys').set({ sealed_private_key: sealed }).execute()
  return 1
}

/** The id of the data key that has sealed the private key, if there is one. */
export async function listPushKeyIds({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select split_part(sealed_private_key, '.', 2) id from push_keys`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function findPushKeys({ db, sealer }: Pick<Context, 'db' | 'sealer'>): Promise<PushKeys | null> {
  const row = await db.selectFrom('push_keys').selectAll().executeTakeFirst()
  return row ? { publicKey: row.public_key, privateKey: sealer.open(row.sealed_private_key, field) } : null
}
