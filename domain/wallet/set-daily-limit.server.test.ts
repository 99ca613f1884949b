import { expect, test } from 'vitest'
import { getSpending } from '#domain/wallet/payment-queries.server.ts'
import { holdMoney } from '#domain/wallet/session-money.server.ts'
import { setDailyLimit } from '#domain/wallet/set-daily-limit.server.ts'
import { useDatabase } from '#tests/database.ts'
import { avoidMidnight } from '#tests/midnight.ts'
import { giveMoney, newSessionId, rupees } from '#tests/money.ts'
import { newStudent, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()

test('a limit is set, changed and removed, and applies at the next hold', async () => {
  await avoidMidnight()
  const { person } = await newStudent(database.as)
  const ctx = database.as(person)
  await giveMoney(database.as({ kind: 'system' }), person.id, rupees(500))
  expect(await getSpending(ctx)).toEqual({ dailyLimit: null, spentToday: 0 })
  await setDailyLimit(ctx, { amount: '50' })
  expect(await setDailyLimit(ctx, { amount: '₹ 100.50' })).toBe(100_50)
  const hold = () => holdMoney(ctx, { studentId: person.id, sessionId: newSessionId(), amount: rupees(60), step: 0 })
  await hold()
  expect(await getSpending(ctx)).toEqual({ dailyLimit: 100_50, spentToday: 60_00 })
  await expect(hold()).rejects.toMatchObject({ code: 'above_daily_limit' })
  expect(await setDailyLimit(ctx, { amount: ' ' })).toBeNull()
  await hold()
  expect(await getSpending(ctx)).toEqual({ dailyLimit: null, spentToday: 120_00 })
})

test('invalid amounts and people without a student wallet are refused', async () => {
  const { person } = await newStudent(database.as)
  for (const amount of ['0', '-1', '1.005', '1e9', '१००', 'x']) {
    await expect(setDailyLimit(database.as(person), { amount })).rejects.toMatchObject({
      code: 'not_an_amount',
    })
  }
  const ravi = await newSignedInPerson(database.as, 'expert')
  await expect(setDailyLimit(database.as(ravi.person), { amount: '1' })).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
