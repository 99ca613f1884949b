import { expect, test } from 'vitest'
import { listStatement, listWholeStatement } from '#domain/sessions/statement.server.ts'
import { holdMoney } from '#domain/wallet/session-money.server.ts'
import { useDatabase } from '#tests/database.ts'
import { giveMoney, newAccountId, newSessionId, rupees, settleMinutes } from '#tests/money.ts'
import { newStudent } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })

test('lists one’s own lines newest first, page by page, each once, filtered by kind', async () => {
  const { person: asha } = await newStudent(database.as)
  const { person: other } = await newStudent(database.as)
  await giveMoney(system(), other.id, rupees(1))
  for (let n = 1; n <= 45; n += 1) await giveMoney(system(), asha.id, rupees(n))
  const session = { studentId: asha.id, sessionId: newSessionId(), expertId: newAccountId() }
  await holdMoney(system(), { ...session, amount: rupees(20), step: 0 })
  await settleMinutes(system(), { ...session, minutes: 2 })

  const ctx = database.as(asha)
  const first = await listStatement(ctx)
  expect(first.lines[0]).toMatchObject({
    amount: -2_000,
    source: 'session',
    description: 'Session of 2 minutes',
  })
  const second = await listStatement(ctx, { before: first.next ?? undefined })
  const third = await listStatement(ctx, { before: second.next ?? undefined })
  expect([first, second, third].map(({ lines }) => lines.length)).toEqual([20, 20, 6])
  expect(third.next).toBeNull()
  const whole = await listWholeStatement(ctx)
  expect([...first.lines, ...second.lines, ...third.lines]).toEqual(whole)
  expect((await listStatement(ctx, { source: 'session' })).lines).toHaveLength(1)
  expect((await listStatement(database.as(other))).lines).toHaveLength(1)
  await expect(listStatement(database.as({ kind: 'visitor', address: '' }))).rejects.toThrow('logged in')
})
