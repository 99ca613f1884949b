import { expect, onTestFinished, test } from 'vitest'
import { saveBooksCheck } from '#domain/books/save-books-check.server.ts'
import { chooseDemoOutcome } from '#domain/wallet/choose-demo-outcome.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import { dayMetricsMaxAgeMs, metricsMaxAgeMs, recentRingsMinutes } from '#kernel/limits.ts'
import type { SessionId } from '#kernel/ids.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { exportDatabaseFigures } from '#server/database-metrics.ts'
import { createMetrics } from '#server/metrics.ts'
import { liveBudgets } from '#tests/budgets.ts'
import { useDatabase } from '#tests/database.ts'
import { findValue, parseMetrics } from '#tests/metrics-text.ts'
import { newPaymentId, withDemo } from '#tests/payments.ts'
import { createSubject, offersOf } from '#tests/requests.ts'
import { completeCall, createCast, manualClock } from '#tests/sessions.ts'
import { newStudent } from '#tests/signed-in-people.ts'
import { countStatements } from '#tests/statement-counter.ts'
import { expertWith, withdraw } from '#tests/withdrawals.ts'

const database = useDatabase()
const clock = manualClock()
const cast = createCast(database.as, { clock })
const { ctxAs } = cast

/** A node with its own connections, whose statements are counted. */
function startNode() {
  const { db, pool, close } = connectDatabase(database.url(), () => undefined, 5)
  const statements = countStatements(pool)
  const errors: unknown[] = []
  const metrics = createMetrics()
  const system = { ...database.as({ kind: 'system' }, clock), db }
  exportDatabaseFigures({ metrics, system, log: { error: (details: unknown) => void errors.push(details) } })
  let isClosed = false
  const disconnect = async () => {
    if (!isClosed) await close()
    isClosed = true
  }
  onTestFinished(disconnect)
  return {
    errors,
    statements,
    disconnect,
    async read() {
      const scrape = parseMetrics(await metrics.text())
      return (name: string, labels?: Record<string, string>) => findValue(scrape, `samjhao_${name}`, labels)
    },
  }
}

test('sessions are counted by state, and rings by outcome for some minutes', async () => {
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  await cast.declined(asha, ravi.person, ravi.expertId)
  const id = await cast.ask(asha, ravi.expertId)
  const whileRinging = await startNode().read()
  expect(whileRinging('open_sessions', { state: 'ringing' })).toBe(1)
  expect(whileRinging('recent_rings', { outcome: 'answered' })).toBe(0)
  await cast.accept(ravi.person, id)
  const connecting = await startNode().read()
  expect(connecting('open_sessions', { state: 'ringing' })).toBe(0)
  expect(connecting('open_sessions', { state: 'connecting' })).toBe(1)
  expect(connecting('stuck_sessions', { step: 'connection' })).toBe(0)
  expect(connecting('recent_rings', { outcome: 'answered' })).toBe(1)
  expect(connecting('recent_rings', { outcome: 'declined' })).toBe(1)
  expect(connecting('recent_rings', { outcome: 'missed' })).toBe(0)
  clock.advance(recentRingsMinutes * 60_000 + 1_000)
  const later = await startNode().read()
  expect(later('recent_rings', { outcome: 'answered' })).toBe(0)
  expect(later('stuck_sessions', { step: 'connection' })).toBe(1)
})

test('questions to several experts are counted by outcome, with the rings at each of them', async () => {
  const { expert, askAnyone, accept, decline } = createSubject(cast)
  const [asha, ravi, lata] = [await cast.student(), await expert(), await expert()]
  const requestId = await askAnyone(asha)
  const open = await startNode().read()
  expect(open('open_requests')).toBe(1)
  expect(open('recent_requests', { outcome: 'taken' })).toBe(0)
  const offers = await offersOf(database.db(), requestId)
  await decline(ravi.person, offers.get(ravi.person.id)?.id as SessionId)
  await accept(lata.person, offers.get(lata.person.id)?.id as SessionId)
  const taken = await startNode().read()
  expect(taken('open_requests')).toBe(0)
  expect(taken('recent_requests', { outcome: 'taken' })).toBe(1)
  expect(taken('recent_requests', { outcome: 'unanswered' })).toBe(0)
  expect(taken('recent_offers', { outcome: 'accepted' })).toBe(1)
  expect(taken('recent_offers', { outcome: 'declined' })).toBe(1)
  expect(taken('recent_rings', { outcome: 'answered' })).toBe(1)
})

test('paid sessions, their minutes and the fees of today are counted', async () => {
  const before = await startNode().read()
  const [asha, ravi] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, ravi.expertId)
  await completeCall(ctxAs, { student: asha, expert: ravi.person, id, liveMs: 130_000 })
  const after = await startNode().read()
  const grownBy = (name: string) => (after(name) ?? 0) - (before(name) ?? 0)
  expect(grownBy('settled_sessions_total')).toBe(1)
  expect(grownBy('billed_seconds_total')).toBe(3 * 60)
  expect(grownBy('charged_paise_total')).toBe(30_00)
  expect(grownBy('fee_income_paise_total')).toBe(6_00)
  expect(grownBy('refunded_paise_total')).toBe(0)
  clock.advance(24 * 3_600_000)
  const tomorrow = await startNode().read()
  expect(tomorrow('settled_sessions_total')).toBe(0)
})

test('payments and withdrawals that wait are shown with the age of the oldest', async () => {
  const { person } = await newStudent(database.as)
  const ctx = withDemo(database.as(person, clock))
  await startPayment(ctx, { id: newPaymentId(), amount: '200' })
  const { id } = await startPayment(ctx, { id: newPaymentId(), amount: '300' })
  await chooseDemoOutcome(ctx, { paymentId: id, choice: 'wait' })
  const ravi = await expertWith((actor) => database.as(actor, clock), { minutes: 50 })
  await withdraw(ravi)
  clock.advance(3_600_000)
  const read = await startNode().read()
  expect(read('payments_undecided', { state: 'started' })).toBe(1)
  expect(read('payments_undecided', { state: 'pending' })).toBe(1)
  expect(read('payments_oldest_undecided_seconds', { state: 'pending' })).toBe(3_600)
  expect(read('money_returns_unsent')).toBe(0)
  expect(read('money_returns_oldest_unsent_seconds')).toBe(0)
  expect(read('withdrawals_waiting', { status: 'pending' })).toBe(1)
  expect(read('withdrawals_waiting', { status: 'approved' })).toBe(0)
  expect(read('withdrawals_oldest_waiting_seconds', { status: 'pending' })).toBeCloseTo(3_600, 0)
})

test('the last check of the books is shown once there is one', async () => {
  const before = await startNode().read()
  expect(before('books_mismatches')).toBeUndefined()
  expect(before('books_proved_timestamp_seconds')).toBeUndefined()
  expect(before('database_up')).toBe(1)
  await saveBooksCheck(cast.system(), [{ check: 'balance', what: 'one paisa is missing' } as never])
  const after = await startNode().read()
  expect(after('books_mismatches')).toBe(1)
  expect(after('books_proved_timestamp_seconds')).toBe(clock.now().getTime() / 1_000)
})

test('due jobs and online experts are counted', async () => {
  const before = await startNode().read()
  await cast.expert()
  const between = await startNode().read()
  expect(between('online_experts')).toBe((before('online_experts') ?? 0) + 1)
  expect(between('connected_experts')).toBe((before('connected_experts') ?? 0) + 1)
  await enqueue(database.db(), 'resume_money', {}, { runAt: new Date(Date.now() - 60_000) })
  const after = await startNode().read()
  expect(after('jobs_due')).toBe((between('jobs_due') ?? 0) + 1)
  expect(after('jobs_oldest_due_seconds')).toBeGreaterThan(59)
})

test('a scrape costs few statements, and none until its figures are too old', async () => {
  const { read, statements } = startNode()
  await Promise.all([read(), read(), read()])
  expect(statements()).toBe(liveBudgets.statementsPerScrape)
  await read()
  expect(statements()).toBe(liveBudgets.statementsPerScrape)
  expect(dayMetricsMaxAgeMs).toBeGreaterThan(2 * metricsMaxAgeMs)
  clock.advance(metricsMaxAgeMs)
  await read()
  // The figures of the day are still valid.
  expect(statements()).toBe(2 * liveBudgets.statementsPerScrape - 1)
})

test('without the database the figures have no values, and the scrape still answers', async () => {
  const { read, disconnect, errors } = startNode()
  expect((await read())('open_sessions', { state: 'live' })).toBe(0)
  await disconnect()
  clock.advance(dayMetricsMaxAgeMs)
  const without = await read()
  expect(without('database_up')).toBe(0)
  for (const name of ['open_sessions', 'jobs_due', 'settled_sessions_total', 'online_experts']) {
    expect([name, without(name)]).toEqual([name, undefined])
  }
  expect(errors.length).toBeGreaterThan(0)
})
