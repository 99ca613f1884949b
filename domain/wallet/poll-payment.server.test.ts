import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { chooseDemoOutcome } from '#domain/wallet/choose-demo-outcome.server.ts'
import { listPending } from '#domain/wallet/payment-queries.server.ts'
import { nextPollAt, pollPayment } from '#domain/wallet/poll-payment.server.ts'
import { resumePendingMoney } from '#domain/wallet/resume-pending-money.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import { demoPendingMs } from '#platform/payments/demo.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf } from '#tests/money.ts'
import { newPaymentId, withDemo } from '#tests/payments.ts'
import { manualClock } from '#tests/sessions.ts'
import { newStudent } from '#tests/signed-in-people.ts'

const database = useDatabase()

async function listPlannedPolls(paymentId: string): Promise<Date[]> {
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where key = ${`payment ${paymentId}`}`.execute(database.db())
  return rows.map(({ run_at }) => run_at)
}

async function newPayment() {
  const clock = manualClock(new Date('2026-11-16T10:00:00Z'))
  const { person } = await newStudent(database.as)
  const ctx = withDemo(database.as(person, clock))
  const system = withDemo(database.as({ kind: 'system' }, clock))
  const { id } = await startPayment(ctx, { id: newPaymentId(), amount: '200' })
  return { clock, person, ctx, system, id }
}

test('a pending payment resolves automatically, with one job at a time', async () => {
  const { clock, person, ctx, system, id } = await newPayment()
  expect(await listPlannedPolls(id)).toEqual([nextPollAt(clock.now(), clock.now())])
  expect(await chooseDemoOutcome(ctx, { paymentId: id, choice: 'wait' })).toBe('pending')
  expect((await listPending(ctx)).payments).toMatchObject([{ id, state: 'pending', amount: 200_00 }])
  await pollPayment(system, { paymentId: id })
  expect(await listPlannedPolls(id)).toHaveLength(1)
  expect(await balanceOf(database.db(), 'student_wallet', person.id)).toBe(0)
  clock.advance(demoPendingMs)
  await pollPayment(system, { paymentId: id })
  expect(await balanceOf(database.db(), 'student_wallet', person.id)).toBe(200_00)
  expect((await listPending(ctx)).payments).toEqual([])
})

test('an unpaid payment is polled less and less often, and counts as failed after three days', async () => {
  const { clock, ctx, system, id } = await newPayment()
  const from = clock.now()
  const ages = [0, 5_000, 60_000, 3_600_000, 48 * 3_600_000]
  const waits = ages.map((age) => {
    const now = new Date(from.getTime() + age)
    return nextPollAt(from, now).getTime() - now.getTime()
  })
  expect(waits).toEqual([5_000, 5_000, 30_000, 1_800_000, 6 * 3_600_000])
  clock.advance(72 * 3_600_000 + 1)
  await pollPayment(system, { paymentId: id })
  const row = await database.db().selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ state: 'failed', failure: 'It was not paid in time.' })
  // A payment that succeeds after that is still credited.
  await chooseDemoOutcome(ctx, { paymentId: id, choice: 'pay' })
  expect(await balanceOf(database.db(), 'student_wallet', row?.student_id ?? '')).toBe(200_00)
})

test('a lost job is enqueued again, by the system only', async () => {
  const { ctx, system, id } = await newPayment()
  await sql`select graphile_worker.remove_job(${`payment ${id}`})`.execute(database.db())
  expect(await listPlannedPolls(id)).toEqual([])
  await resumePendingMoney(system)
  expect(await listPlannedPolls(id)).toHaveLength(1)
  await expect(pollPayment(ctx, { paymentId: id })).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(resumePendingMoney(ctx)).rejects.toMatchObject({ code: 'not_allowed' })
})
