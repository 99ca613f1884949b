import { expect, test } from 'vitest'
import { findTestCall } from '#domain/experts/queries.server.ts'
import { recordTestCall } from '#domain/experts/record-test-call.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()

test('the last test call of an expert is stored, before the approval as well', async () => {
  const [ravi, other] = [await newExpert(database.as, { approval: 'pending' }), await newExpert(database.as)]
  expect(await findTestCall(ravi.ctx)).toBeNull()
  for (const hour of [9, 10]) {
    const at = new Date(Date.UTC(2026, 10, 16, hour))
    await recordTestCall({ ...ravi.ctx, clock: { now: () => at } })
    expect(await findTestCall(ravi.ctx)).toEqual(at)
  }
  expect(await findTestCall(other.ctx)).toBeNull()
})

test('only experts have a test call', async () => {
  for (const role of ['student', 'team'] as const) {
    const ctx = database.as((await newSignedInPerson(database.as, role)).person)
    await expect(recordTestCall(ctx)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(findTestCall(ctx)).rejects.toMatchObject({ code: 'not_allowed' })
  }
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(recordTestCall(visitor)).rejects.toMatchObject({ code: 'not_signed_in' })
})
