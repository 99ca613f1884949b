import { expect, test } from 'vitest'
import { earningsCsv } from '#domain/wallet/earnings-csv.server.ts'
import { getEarningsMonth, listEarningsByDay, listEarningsMonths } from '#domain/wallet/earnings.server.ts'
import { refundSession } from '#domain/wallet/session-money.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { earnMinutes, newAccountId, rupees } from '#tests/money.ts'
import { newStudent } from '#tests/signed-in-people.ts'

const database = useDatabase()
const at = (text: string) => ({ now: () => new Date(text) })
const systemAt = (text: string) => database.as({ kind: 'system' }, at(text))
const expertAt = (id: AccountId, text: string) =>
  database.as({ kind: 'person', id, role: 'expert', approval: 'approved', signInId: '' }, at(text))

test('days start at midnight in Kolkata, and a refund counts on the day of the refund', async () => {
  const ravi = newAccountId()
  // 23:59 on the 14th and 00:00 on the 15th in Kolkata are both about 18:30 on the 14th in UTC.
  await earnMinutes(systemAt('2026-11-14T18:29:59Z'), ravi, 1)
  const second = await earnMinutes(systemAt('2026-11-14T18:30:00Z'), ravi, 2)
  await earnMinutes(systemAt('2026-10-17T18:29:59Z'), ravi, 50)
  await refundSession(systemAt('2026-11-16T03:00:00Z'), { sessionId: second, amount: rupees(20) })
  const days = await listEarningsByDay(expertAt(ravi, '2026-11-16T18:29:00Z'))
  expect(days).toHaveLength(30)
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2026-10-18', '2026-11-16'])
  expect(days.filter(({ amount }) => amount !== 0)).toEqual([
    { day: '2026-11-14', amount: 8_00 },
    { day: '2026-11-15', amount: 16_00 },
    { day: '2026-11-16', amount: -16_00 },
  ])
  const none = await listEarningsByDay(expertAt(newAccountId(), '2026-11-16T18:29:00Z'))
  expect(none.map(({ amount }) => amount)).toEqual(Array.from({ length: 30 }, () => 0))
})

test('a month lists every session with gross, fee and net, between the opening and the closing balance', async () => {
  const ravi = newAccountId()
  await earnMinutes(systemAt('2026-09-30T18:29:59Z'), ravi, 10)
  const refunded = await earnMinutes(systemAt('2026-09-30T18:30:00Z'), ravi, 3)
  await earnMinutes(systemAt('2026-10-31T18:29:59Z'), ravi, 1)
  await refundSession(systemAt('2026-10-31T18:29:59Z'), { sessionId: refunded, amount: rupees(30) })
  await earnMinutes(systemAt('2026-10-31T18:30:00Z'), ravi, 7)
  const ctx = expertAt(ravi, '2026-11-16T10:00:00Z')
  expect(await listEarningsMonths(ctx)).toEqual(['2026-11', '2026-10', '2026-09'])

  const october = await getEarningsMonth(ctx, '2026-10')
  expect(october).toMatchObject({
    month: '2026-10',
    opening: 80_00,
    sessions: [
      { description: 'Session of 3 minutes', gross: 30_00, fee: 6_00, net: 24_00 },
      { description: 'Session of 1 minute', gross: 10_00, fee: 2_00, net: 8_00 },
    ],
    totals: { gross: 40_00, fee: 8_00, net: 32_00 },
    others: [{ source: 'refund', amount: -24_00 }],
    closing: 88_00,
  })
  expect(october.sessions[0]?.subjectId).toBe(refunded)
  expect(october.others[0]?.subjectId).toBe(refunded)
  const nobody = { otherName: null, sessionId: null, bookingId: null }
  const asha = { ...nobody, otherName: '=Asha V.', sessionId: refunded }
  const named = {
    ...october,
    sessions: october.sessions.map((line) => Object.assign(line, line.subjectId === refunded ? asha : nobody)),
    others: october.others.map((line) => Object.assign(line, nobody)),
  }
  const csv = earningsCsv(named, 'https://samjhao.example/expert/sessions')
  expect(csv.split('\r\n')).toEqual([
    'Time,Type,Description,With,Gross in rupees,Platform fee in rupees,Net in rupees,Balance in rupees,Session',
    '2026-10-01T00:00:00+05:30,"session","Session of 3 minutes","\'=Asha V.",30.00,6.00,24.00,104.00,' +
      `"https://samjhao.example/expert/sessions/${refunded}"`,
    '2026-10-31T23:59:59+05:30,"session","Session of 1 minute","",10.00,2.00,8.00,112.00,""',
    '2026-10-31T23:59:59+05:30,"refund","Session refunded to the student","",,,-24.00,88.00,""',
    '',
  ])
  expect(await getEarningsMonth(ctx, null)).toMatchObject({
    month: '2026-11',
    opening: 88_00,
    closing: 144_00,
  })
  expect(await getEarningsMonth(ctx, '2030-01')).toMatchObject({ sessions: [], opening: 144_00 })
})

test('earnings are private, and an invalid month is refused', async () => {
  const { person: asha } = await newStudent(database.as)
  const ravi = expertAt(newAccountId(), '2026-11-16T10:00:00Z')
  expect(await listEarningsMonths(ravi)).toEqual(['2026-11'])
  expect(await getEarningsMonth(ravi, null)).toMatchObject({ sessions: [], opening: 0, closing: 0 })
  for (const month of ['', '2026-13', '2026-1', "2026-01'", '1999-01']) {
    await expect(getEarningsMonth(ravi, month)).rejects.toMatchObject({ code: 'nothing_there' })
  }
  for (const query of [listEarningsByDay, listEarningsMonths]) {
    await expect(query(database.as(asha))).rejects.toMatchObject({ code: 'not_allowed' })
  }
  const visitor = database.as({ kind: 'visitor', address: '' })
  await expect(getEarningsMonth(visitor, '2026-11')).rejects.toMatchObject({ code: 'not_signed_in' })
})
