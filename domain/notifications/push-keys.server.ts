import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'

const place = { purpose: 'push key', rowId: 'only' } as const

type PushKeys = { publicKey: string; privateKey: string }

/** The VAPID keys for push services: created at the first start, shared by all processes, stored encrypted. */
export async function getOrCreatePushKeys(ctx: Context, make: () => PushKeys): Promise<PushKeys> {
  allow(ctx.actor, 'system')
  const existingKeys = await findKeys(ctx)
  if (existingKeys) return existingKeys
  const { publicKey, privateKey } = make()
  await ctx.db
    .insertInto('push_keys')
    .values({ public_key: publicKey, sealed_private_key: ctx.sealer.seal(privateKey, place) })
    // Of two processes that start at once, both use the keys of the first.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const ours = await findKeys(ctx)
  if (!ours) throw new Error('push keys were not stored')
  return ours
}

/** Encrypts the key again with the current data key. */
export async function resealPushKey(ctx: Context): Promise<number> {
  allow(ctx.actor, 'system')
  const row = await ctx.db.selectFrom('push_keys').select('sealed_private_key').executeTakeFirst()
  if (!row || ctx.sealer.isCurrent(row.sealed_private_key)) return 0
  const sealed = ctx.sealer.seal(ctx.sealer.open(row.sealed_private_key, place), place)
  await ctx.db.updateTable('push_keys').set({ sealed_private_key: sealed }).execute()
  return 1
}

async function findKeys({ db, sealer }: Context): Promise<PushKeys | null> {
  const row = await db.selectFrom('push_keys').selectAll().executeTakeFirst()
  return row ? { publicKey: row.public_key, privateKey: sealer.open(row.sealed_private_key, place) } : null
}
