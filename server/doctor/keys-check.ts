import { sql } from 'kysely'
import { findPushKeys, listPushKeyIds } from '#domain/notifications/push-keys.server.ts'
import { listSecondFactorKeyIds } from '#domain/sign-in/reseal-second-factors.server.ts'
import { listBankKeyIds } from '#domain/withdrawals/bank-details.server.ts'
import { connectDatabase, type Database } from '#platform/db/database.ts'
import { isKeyPair } from '#platform/push/vapid.ts'
import { createSealer } from '#platform/sealing/aes-gcm.ts'
import { getOrCreateKeyFile } from '#platform/sealing/key-file.ts'
import type { Config } from '#server/config.server.ts'
import { type Check, type Finding, unless } from '#server/doctor/check.ts'

/** Reads every encrypted value, so it does not run at the start. */
export function createKeysCheck({ url, config }: { url: string; config: Config }): Check {
  return {
    name: 'Data keys',
    advice: 'Restore the keys of DATA_KEYS from their copy: without them, nobody can read the bank details.',
    atStart: false,
    async run() {
      const database = connectDatabase(url, () => undefined, 1)
      try {
        if (await isEmpty(database.db)) {
          return { state: 'not_configured', seen: 'The database is still empty.', advice: 'Start the product first.' }
        }
        const keys = config.dataKeys ?? (await getOrCreateKeyFile(config.dataDir))
        const usedIds = await listUsedIds(database.db)
        const missingIds = usedIds.filter((id) => !keys.some((key) => key.id === id))
        if (missingIds.length > 0) {
          const seen = `Values in the database need the missing ${missingIds.join(', ')}.`
          return { state: 'failed', seen, advice: 'Add the missing keys to DATA_KEYS, after the first one.' }
        }
        // Throws when the key has the right id but other bytes.
        const pushKeys = await findPushKeys({ db: database.db, sealer: createSealer(keys) })
        const seen = `${keys.map(({ id }) => id).join(', ')}; used: ${usedIds.join(', ') || 'none'}.`
        return [{ state: 'ok', seen }, toPushKeys(pushKeys)]
      } finally {
        await database.close()
      }
    },
  }
}

function toPushKeys(keys: Awaited<ReturnType<typeof findPushKeys>>): Finding {
  const name = 'Push keys'
  if (!keys) return { name, state: 'warning', seen: 'There are none.', advice: 'Start the product: it creates them.' }
  const isPair = isKeyPair(keys)
  const advice = 'Restore the table push_keys from a backup, because browsers are subscribed with its key.'
  const seen = isPair ? 'The two keys belong together.' : 'The two keys do not belong together.'
  return { name, seen, ...unless(isPair, { state: 'failed', advice }) }
}

async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('push_keys') is not null found`.execute(db)
  return !rows[0]?.found
}

/** The ids of the keys that have sealed a value of any room. */
async function listUsedIds(db: Database): Promise<string[]> {
  const lists = await Promise.all([listBankKeyIds({ db }), listSecondFactorKeyIds({ db }), listPushKeyIds({ db })])
  return [...new Set(lists.flat())].toSorted()
}
