import { expect, test } from 'vitest'
import { getClaims } from '#domain/content/queries.server.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()

test('the claims start with the specified figures', async () => {
  expect(await getClaims(database.as({ kind: 'visitor', address: '' }))).toEqual({
    verifiedExperts: 10_000,
    satisfactionPercent: 95,
    weeklyEarningsPaise: 3_200_00,
    approvalHours: 48,
  })
})

test('only one row of claims can exist', async () => {
  await expect(database.db().insertInto('claims').defaultValues().execute()).rejects.toThrow(/claims_pkey/)
})
