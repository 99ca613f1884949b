import { beforeAll, expect, test } from 'vitest'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { requestBooksCheck } from '#domain/books/request-books-check.server.ts'
import { exportSessions } from '#domain/books/export-sessions.server.ts'
import { listFeeIncome, listSessionMonths } from '#domain/books/fee-income.server.ts'
import { listPersonBalances, listPlatformBalances, listBooksChecks } from '#domain/books/read-books.server.ts'
import type { Context } from '#domain/context.server.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'
import { auditBooksDaily } from '#domain/team/audit-books-daily.server.ts'
import { refundSession } from '#domain/wallet/session-money.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { daysLater } from '#kernel/time.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { readConfig } from '#server/config.server.ts'
import { createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { raviProfile } from '#tests/experts.ts'
import { listJobs } from '#tests/jobs.ts'
import { avoidMidnight } from '#tests/midnight.ts'
import { rupees } from '#tests/money.ts'
import { withDemo } from '#tests/payments.ts'
import { createCast, completeCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const refusal = (code: string) => expect.objectContaining({ code })
const kolkataMonth = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', year: 'numeric', month: '2-digit' })
let month: string
let team: Context
let sessionId: SessionId

beforeAll(async () => {
  await avoidMidnight()
  month = kolkataMonth.format(new Date())
  const meera = await newSignedInPerson(database.as, 'team')
  team = database.as(meera.person)
  await confirmOwnPassword(team, meera.password)
  // Two minutes with an expert whose name a spreadsheet would run as a formula.
  const cast = createCast(database.as)
  const { person: expert, expertId } = await cast.expert({ ...raviProfile, fullName: '=1+1, "Ravi"' })
  const student = await cast.student(50)
  sessionId = await cast.ask(student, expertId)
  await completeCall(cast.ctxAs, { student, expert, id: sessionId, liveMs: 90_000 })
})

async function readCsv(ctx: Context, exportedMonth = month) {
  const { sessions, parts } = await exportSessions(ctx, exportedMonth)
  let text = ''
  for await (const part of parts) text += part
  return { sessions, rows: text.split('\r\n').slice(0, -1) }
}

test('fee income is listed by day and by month, and is the part that the platform kept', async () => {
  const days = await listFeeIncome(team, 'day')
  expect(days).toHaveLength(30)
  expect(days.at(-1)?.fee).toBe(4_00)
  expect(days.slice(0, -1).every(({ fee }) => fee === 0)).toBe(true)
  const months = await listFeeIncome(team, 'month')
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({ period: month, fee: 4_00 })
})

test('the export of a month has every session with its amounts and its refund, and no formulas', async () => {
  expect((await listSessionMonths(team))[0]).toEqual({ month, sessions: 1 })
  const before = await readCsv(team)
  expect(before.sessions).toBe(1)
  expect(before.rows[0]).toContain("Minutes,Rate in rupees,Charged in rupees,Expert's share in rupees")
  expect(before.rows[1]).toContain(`${sessionId},`)
  expect(before.rows[1]).toContain(`,"'=1+1, ""Ravi""",2,10.00,20.00,16.00,4.00,0.00,`)
  await refundSession(database.as({ kind: 'system' }), { sessionId, amount: rupees(10) })
  expect((await readCsv(team)).rows[1]).toMatch(/,2,10\.00,20\.00,16\.00,4\.00,10\.00,20\d\d-[\dT:.-]+Z,Session$/)
  expect((await listFeeIncome(team, 'day')).at(-1)?.fee).toBe(2_00)
  expect((await readCsv(team, '2020-01')).rows).toHaveLength(1)
  const lines = await database
    .db()
    .selectFrom('audit_log')
    .select('details')
    .where('act', '=', 'sessions exported')
    .orderBy('id')
    .execute()
  expect(lines[0]?.details).toEqual({ month, sessions: 1 })
})

test('a fee for a booking without a session is in the export and in the income', async () => {
  const cast = createBookingCast(database.as)
  const [student, ravi] = [await cast.student(300), await cast.bookable()]
  const before = (await listFeeIncome(team, 'day')).at(-1)?.fee ?? 0
  const id = await cast.book(student, ravi.expertId, cast.inHours(5))
  await cancelBooking(cast.ctxAs(student), { id, shownFeePaise: 75_00 })
  const { sessions, rows } = await readCsv(team)
  expect(sessions).toBe(1)
  const fee = rows.find((row) => row.startsWith(`${id},`))
  expect(fee).toMatch(/,0,10\.00,75\.00,60\.00,15\.00,0\.00,,Fee for a booking$/)
  expect((await listFeeIncome(team, 'day')).at(-1)?.fee).toBe(before + 15_00)
})

test('the export needs a team member, a recent password check and an existing month', async () => {
  for (const role of ['student', 'expert'] as const) {
    const { person } = await newSignedInPerson(database.as, role)
    await expect(exportSessions(database.as(person), month)).rejects.toEqual(refusal('not_allowed'))
    await expect(listFeeIncome(database.as(person), 'day')).rejects.toEqual(refusal('not_allowed'))
    await expect(listPlatformBalances(database.as(person))).rejects.toEqual(refusal('not_allowed'))
    await expect(listBooksChecks(database.as(person))).rejects.toEqual(refusal('not_allowed'))
    await expect(requestBooksCheck(database.as(person))).rejects.toEqual(refusal('not_allowed'))
  }
  const { person } = await newSignedInPerson(database.as, 'team')
  await expect(exportSessions(database.as(person), month)).rejects.toEqual(refusal('password_again'))
  for (const invalid of ['', '2026-13', "2026-01' or true"]) {
    await expect(exportSessions(team, invalid)).rejects.toEqual(refusal('nothing_there'))
  }
})

test('lists the platform accounts with their balances, which sum to zero', async () => {
  const platform = await listPlatformBalances(team)
  expect(platform.map(({ account }) => account)).toEqual([
    'platform_fee',
    'refund_reserve',
    'gateway_clearing',
    'bank_clearing',
  ])
  const all = [...platform, ...(await listPersonBalances(team))]
  expect(all.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
})

test('keeps the last check of each day, and a check can be requested', async () => {
  const { product } = readConfig({})
  const clockAt = (time: string) => ({ now: () => new Date(time) })
  const runCheck = (time: string) => {
    const ctx = withDemo(database.as({ kind: 'system' }, clockAt(time)))
    return auditBooksDaily({ ...ctx, mailer: { send: async () => undefined }, product }, '7')
  }
  await runCheck('2026-03-01T18:00:00Z')
  await runCheck('2026-03-01T19:00:00Z')
  await runCheck('2026-03-02T17:00:00Z')
  expect(await listBooksChecks(team)).toEqual([
    { day: '2026-03-02', provedAt: new Date('2026-03-02T17:00:00Z'), mismatches: [] },
    { day: '2026-03-01', provedAt: new Date('2026-03-01T18:00:00Z'), mismatches: [] },
  ])
  const key = 'prove books'
  const tonight = daysLater(new Date(), 1)
  await enqueue(database.db(), 'prove_books', {}, { key, runAt: tonight })
  await requestBooksCheck(team)
  const planned = await listJobs(database.db(), 'prove_books')
  expect(planned).toHaveLength(1)
  expect(planned[0]?.runAt.getTime()).toBeLessThan(tonight.getTime())
  const lines = await database.db().selectFrom('audit_log').select('act').where('act', '=', 'proof asked for').execute()
  expect(lines).toHaveLength(1)
})
