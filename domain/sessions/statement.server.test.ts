import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import type { Context } from '#domain/context.server.ts'
import { getNamedEarningsMonth } from '#domain/sessions/earnings-month.server.ts'
import { listStatement, listWholeStatement } from '#domain/sessions/statement.server.ts'
import { cancelPayment } from '#domain/wallet/cancel-payment.server.ts'
import { chooseDemoOutcome } from '#domain/wallet/choose-demo-outcome.server.ts'
import { earningsCsv } from '#domain/wallet/earnings-csv.server.ts'
import { holdMoney } from '#domain/wallet/session-money.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import type { StatementOptions } from '#domain/wallet/statement.server.ts'
import type { LineSource, StatementPage } from '#domain/wallet/contract.ts'
import { createBookingCast } from '#tests/bookings.ts'
import { useDatabase } from '#tests/database.ts'
import { goOnline } from '#tests/experts.ts'
import { giveMoney, newAccountId, newSessionId, rupees, settleMinutes } from '#tests/money.ts'
import { newPaymentId, withDemo } from '#tests/payments.ts'
import { completeCall } from '#tests/sessions.ts'
import { newStudent } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })

test('a statement lists the owner’s lines newest first, each on one page, and can be filtered by source', async () => {
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

test('each statement line has the balance after it, for every filter and page', async () => {
  const { person: asha } = await newStudent(database.as)
  const ctx = database.as(asha)
  const sources: (LineSource | undefined)[] = [undefined, 'top-up', 'session', 'refund']
  let balance = 0
  const balances = new Map<number, number>()
  const step = fc.record({ add: fc.integer({ min: 10, max: 500 }), minutes: fc.integer({ min: 1, max: 5 }) })
  for (const { add, minutes } of fc.sample(step, { numRuns: 15, seed: 19 })) {
    const session = { studentId: asha.id, sessionId: newSessionId(), expertId: newAccountId() }
    await giveMoney(system(), asha.id, rupees(add))
    balance += add
    // A hold adds no line, because the money is still the student's.
    const isPaid = balance >= minutes * 10
    if (isPaid) await holdMoney(system(), { ...session, amount: rupees(minutes * 10), step: 0 })
    const [added] = (await listStatement(ctx)).lines
    balances.set(added?.id ?? 0, rupees(balance))
    if (!isPaid) continue
    await settleMinutes(system(), { ...session, minutes })
    balance -= minutes * 10
    const [charged] = (await listStatement(ctx)).lines
    balances.set(charged?.id ?? 0, rupees(balance))
  }
  for (const source of sources) {
    let before: string | undefined
    do {
      const page = await listStatement(ctx, { source, before })
      for (const line of page.lines) expect(line.balance).toBe(balances.get(line.id))
      before = page.next ?? undefined
    } while (before)
  }
})

test('a line names the other person and links to the session, or to a booking without a session', async () => {
  const cast = createBookingCast(database.as)
  const [asha, ravi] = [await cast.student(200), await cast.bookable()]
  const renameAsha = (changes: { full_name: string; email?: string; deleted_at?: Date }) =>
    database.db().updateTable('profiles').set(changes).where('id', '=', asha.id).execute()
  await renameAsha({ full_name: 'Asha Verma' })
  await goOnline(database.as, ravi)
  const id = await cast.ask(asha, ravi.expertId)
  await completeCall(cast.ctxAs, { student: asha, expert: ravi.person, id, liveMs: 60_000 })
  const bookingId = await cast.book(asha, ravi.expertId, cast.inHours(2), { minutes: 15 })
  await cancelBooking(cast.ctxAs(asha), { id: bookingId, shownFeePaise: 37_50 })
  const subjects = (otherName: string) => [
    { sessionId: null, bookingId, otherName },
    { sessionId: id, bookingId: null, otherName },
  ]
  const named = (otherName: string) =>
    subjects(otherName).map((subject) => Object.assign(subject, { source: 'session' }))
  const student = await listStatement(cast.ctxAs(asha))
  expect(student.lines.slice(0, 2)).toMatchObject(named('Ravi Nair'))
  expect(student.lines.at(-1)).toMatchObject({ source: 'top-up', otherName: null, sessionId: null, bookingId: null })
  const ravisCtx = cast.ctxAs(ravi.person)
  expect(await listWholeStatement(ravisCtx)).toMatchObject(named('Asha V.'))
  const month = await getNamedEarningsMonth(ravisCtx, null)
  expect(month.sessions.toReversed()).toMatchObject(subjects('Asha V.'))
  const csv = earningsCsv(month, '/expert/sessions')
  expect(csv).toMatch(new RegExp(`"Session of 1 minute","Asha V\\.",.*,"/expert/sessions/${id}"\r\n`))
  const email = `deleted-${asha.id}@deleted.invalid`
  await renameAsha({ email, full_name: 'Deleted account', deleted_at: new Date() })
  expect((await listStatement(cast.ctxAs(ravi.person))).lines).toMatchObject(named('Deleted account'))
  const { sessions } = await getNamedEarningsMonth(ravisCtx, null)
  expect(sessions.map(({ otherName }) => otherName)).toEqual(['Deleted account', 'Deleted account'])
})

test('failed and cancelled payments are listed by time under All and Top-up, even across pages', async () => {
  const { person: asha } = await newStudent(database.as)
  const ctx = withDemo(database.as(asha))
  const earlier = { ...system(), clock: { now: () => new Date('2026-11-16T09:00:00Z') } }
  for (let n = 1; n <= 10; n += 1) await giveMoney(earlier, asha.id, rupees(100))
  const states: string[] = []
  for (let n = 1; n <= 15; n += 1) {
    const at = new Date(Date.UTC(2026, 10, 16, 10, n))
    const { id } = await startPayment({ ...ctx, clock: { now: () => at } }, { id: newPaymentId(), amount: String(n) })
    if (n % 3 === 0) await giveMoney({ ...system(), clock: { now: () => at } }, asha.id, rupees(n))
    if (n % 5 === 0) await cancelPayment(ctx, id)
    else await chooseDemoOutcome(ctx, { paymentId: id, choice: n % 2 ? 'fail' : 'wait' })
    states.push(n % 5 === 0 ? 'cancelled' : n % 2 ? 'failed' : 'pending')
  }
  const [first, second] = await listPages(ctx, {})
  const lines = [...first.lines, ...second.lines]
  const payments = [...first.payments, ...second.payments]
  expect(first.lines.length + first.payments.length).toBe(20)
  expect(lines).toEqual(await listWholeStatement(ctx))
  expect(payments.map(({ amount, state }) => [amount / 100, state])).toEqual(
    states.flatMap((state, index) => (state === 'pending' ? [] : [[index + 1, state]])).toReversed(),
  )
  // Each payment is listed directly above the last top-up before it.
  for (const { amount, place } of payments) {
    const line = lines.find(({ id }) => id === place)
    expect(line?.amount).toBe(Math.floor(amount / 300) * 300 || rupees(100))
  }
  const filtered = await listPages(ctx, { source: 'top-up' })
  expect(filtered.flatMap((page) => page.payments)).toEqual(payments)
  expect((await listStatement(ctx, { source: 'session' })).payments).toEqual([])
})

/** Returns both pages of a statement that has exactly two. */
async function listPages(ctx: Context, options: StatementOptions): Promise<[StatementPage, StatementPage]> {
  const first = await listStatement(ctx, options)
  const second = await listStatement(ctx, { ...options, before: first.next ?? undefined })
  expect(second.next).toBeNull()
  return [first, second]
}
