import { beforeEach, expect, test } from 'vitest'
import { getOrCreatePushKeys } from '#domain/notifications/push-keys.server.ts'
import { createSealer, newDataKey, readDataKeys } from '#platform/sealing/aes-gcm.ts'
import { newPushKeys } from '#platform/push/vapid.ts'
import { readConfig } from '#server/config.server.ts'
import { runChecks } from '#server/doctor/check.ts'
import { createKeysCheck } from '#server/doctor/keys-check.ts'
import { createSecretHider } from '#server/doctor/secrets.ts'
import { appRoleUrl, createDatabase, useDatabase } from '#tests/database.ts'

const database = useDatabase()
const current = newDataKey()
const idOf = (key: string) => key.split(':')[0] ?? ''

async function check(dataKeys: string, url = database.url()) {
  const config = readConfig({ DATABASE_URL: url, DATA_KEYS: dataKeys, ONE_NODE: 'true' })
  const options = { timeoutMs: 20_000, hideSecrets: createSecretHider(config) }
  return runChecks([createKeysCheck({ url, config })], options)
}

/** Stores push keys, sealed with the current key. */
async function storePushKeys(keys = newPushKeys()) {
  await database.db().deleteFrom('push_keys').execute()
  const sealer = createSealer(readDataKeys(current) ?? [])
  await getOrCreatePushKeys({ ...database.as({ kind: 'system' }), sealer }, () => keys)
}
beforeEach(() => storePushKeys())

test('keys that open everything are listed, with those that are used', async () => {
  const next = newDataKey()
  expect(await check(`${next},${current}`)).toEqual([
    { name: 'Data keys', state: 'ok', seen: `${idOf(next)}, ${idOf(current)}; used: ${idOf(current)}.`, advice: null },
    { name: 'Push keys', state: 'ok', seen: 'The two keys belong together.', advice: null },
  ])
})

test('a missing key has failed and is named', async () => {
  expect(await check(newDataKey())).toMatchObject([
    { name: 'Data keys', state: 'failed', seen: `Values in the database need the missing ${idOf(current)}.` },
  ])
})

test('another key with the same id has failed, and no key is shown', async () => {
  const other = `${idOf(current)}:${newDataKey().split(':')[1]}`
  const found = await check(other)
  expect(found).toMatchObject([{ name: 'Data keys', state: 'failed', advice: expect.stringContaining('Restore') }])
  expect(JSON.stringify(found)).not.toContain(other.split(':')[1])
})

test('push keys that do not belong together have failed', async () => {
  await storePushKeys({ ...newPushKeys(), publicKey: newPushKeys().publicKey })
  expect(await check(current)).toMatchObject([
    { name: 'Data keys', state: 'ok' },
    { name: 'Push keys', state: 'failed', seen: 'The two keys do not belong together.' },
  ])
})

test('an empty database needs no key yet', async () => {
  const url = appRoleUrl(await createDatabase({ empty: true }))
  expect(await check(current, url)).toMatchObject([{ state: 'not_configured', seen: 'The database is still empty.' }])
})
