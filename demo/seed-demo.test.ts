import { expect, test } from 'vitest'
import { cast } from '#demo/cast.ts'
import { demoEmails } from '#demo/people/demo-emails.ts'
import { demoExperts } from '#demo/people/demo-experts.ts'
import { needsSeed, seedDemo } from '#demo/seed-demo.ts'
import { defaultListingQuery } from '#domain/discovery/rules.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import type { Storage } from '#platform/storage/port.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()
const files = new Set<string>()
const storage: Storage = {
  put: async (key) => void files.add(key),
  get: async () => null,
  list: async (prefix) => [...files].filter((key) => key.startsWith(prefix)),
  remove: async (keys) => keys.forEach((key) => files.delete(key)),
}
const accountCount = demoEmails.size

test('only missing demo accounts are added, and none is online', async () => {
  const system = {
    ...database.as({ kind: 'system' }),
    storage,
    decodeQueue: createDecodeQueue(),
    log: { warn: () => undefined },
  }
  expect(await needsSeed(system)).toBe(true)
  expect(await seedDemo(system)).toBe(accountCount)
  expect(await needsSeed(system)).toBe(false)
  await database.db().deleteFrom('profiles').where('email', '=', cast.ravi.email).execute()
  expect(await seedDemo(system)).toBe(1)

  const { approval } = await database
    .db()
    .selectFrom('experts')
    .innerJoin('profiles', 'profiles.id', 'experts.user_id')
    .select('approval')
    .where('email', '=', cast.mariam.email)
    .executeTakeFirstOrThrow()
  expect(approval).toBe('pending')
  const listed = await searchExperts(system, { ...defaultListingQuery, onlineOnly: false })
  expect(listed.total).toBe(demoExperts.length + 1)
  expect((await searchExperts(system, defaultListingQuery)).total).toBe(0)
  const [first] = listed.experts
  expect(first).toMatchObject({
    rating: 4.5,
    reviews: 0,
    sessions: 0,
    verified: ['identity', 'interview'],
    photoUrl: expect.stringContaining('/photos/'),
  })
})

test('the seed is unfinished after an interrupted start, but not when other accounts exist', async () => {
  const system = database.as({ kind: 'system' })
  await database.db().deleteFrom('profiles').where('email', '=', cast.mariam.email).execute()
  expect(await needsSeed(system)).toBe(true)
  await database
    .db()
    .updateTable('profiles')
    .set({ email: 'a@b.example' })
    .where('email', '=', cast.asha.email)
    .execute()
  expect(await needsSeed(system)).toBe(false)
})
