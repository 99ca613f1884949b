import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Person } from '#domain/policy.ts'
import { getReturnable, listPending } from '#domain/wallet/payment-queries.server.ts'
import { returnMoney } from '#domain/wallet/return-money.server.ts'
import { returnUnusedMoney } from '#domain/wallet/return-unused-money.server.ts'
import { holdMoney } from '#domain/wallet/session-money.server.ts'
import type { PaymentId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, giveMoney, newSessionId, rupees, statementOf, sumOfBooks } from '#tests/money.ts'
import { addMoney, newPaymentId, withDemo, withFakeProvider } from '#tests/payments.ts'
import { manualClock } from '#tests/sessions.ts'
import { newSignedInPerson, newStudent, newUnconfirmedStudent } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })

/** Asha with payments of these amounts, one after the other. */
async function newAsha(...amounts: string[]) {
  const { person } = await newStudent(database.as)
  const clock = manualClock(new Date('2026-11-16T10:00:00Z'))
  const ctx = withDemo(database.as(person, clock))
  const ids: PaymentId[] = []
  for (const amount of amounts) {
    ids.push(await addMoney(ctx, amount))
    clock.advance(1_000)
  }
  return { person, ctx, ids }
}
const readBalance = ({ id }: Person) => balanceOf(database.db(), 'student_wallet', id)
const listReturns = (ids: PaymentId[]) =>
  database.db().selectFrom('money_returns').selectAll().where('payment_id', 'in', ids).orderBy('amount_paise').execute()
const listReturnedPaise = async (ids: PaymentId[]) => {
  const rows = await database
    .db()
    .selectFrom('payments')
    .select(['id', 'returned_paise'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.returned_paise)
}

test('a return is refused until the email address is confirmed', async () => {
  const { person } = await newUnconfirmedStudent(database.as)
  const ctx = withDemo(database.as(person))
  await addMoney(ctx, '100')
  await expect(returnUnusedMoney(ctx, { id: newPaymentId(), amount: '100' })).rejects.toMatchObject({
    code: 'email_unconfirmed',
  })
  expect(await readBalance(person)).toBe(100_00)
})

test('a return uses the newest payments first, up to their remainder, and debits the wallet immediately', async () => {
  const { person, ctx, ids } = await newAsha('100', '200', '500')
  expect(await getReturnable(ctx)).toBe(800_00)
  await returnUnusedMoney(ctx, { id: newPaymentId(), amount: '600' })
  expect(await readBalance(person)).toBe(200_00)
  expect(await listReturnedPaise(ids)).toEqual([0, 100_00, 500_00])
  expect((await listPending(ctx)).returns).toHaveLength(2)
  expect(await statementOf(database.db(), person.id)).toEqual([100_00, 200_00, 500_00, -500_00, -100_00])
  for (const { id } of await listReturns(ids)) await returnMoney(withDemo(system()), { returnId: id })
  expect((await listReturns(ids)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect((await listPending(ctx)).returns).toEqual([])
  await returnUnusedMoney(ctx, { id: newPaymentId(), amount: '200' })
  expect(await listReturnedPaise(ids)).toEqual([100_00, 200_00, 500_00])
  expect(await getReturnable(ctx)).toBe(0)
  expect(await sumOfBooks(database.db())).toBe(0)
})

test('twenty requests with one id return the money once, and twenty ids return no more than the balance', async () => {
  const { person, ctx, ids } = await newAsha('300')
  const id = newPaymentId()
  await Promise.all(Array.from({ length: 20 }, () => returnUnusedMoney(ctx, { id, amount: '100' })))
  expect(await readBalance(person)).toBe(200_00)
  await expect(returnUnusedMoney(ctx, { id, amount: '101' })).rejects.toMatchObject({ code: 'other_request' })
  const all = Array.from({ length: 20 }, () => returnUnusedMoney(ctx, { id: newPaymentId(), amount: '200' }))
  const outcomes = await Promise.allSettled(all)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await readBalance(person)).toBe(0)
  expect(await listReturnedPaise(ids)).toEqual([300_00])
})

test('held money and money without a payment cannot be returned', async () => {
  const { person, ctx, ids } = await newAsha('100')
  await giveMoney(system(), person.id, rupees(50))
  expect(await getReturnable(ctx)).toBe(100_00)
  await expect(returnUnusedMoney(ctx, { id: newPaymentId(), amount: '100.01' })).rejects.toMatchObject({
    code: 'not_returnable',
  })
  await holdMoney(ctx, { studentId: person.id, sessionId: newSessionId(), amount: rupees(90), step: 0 })
  expect(await getReturnable(ctx)).toBe(60_00)
  await expect(returnUnusedMoney(ctx, { id: newPaymentId(), amount: '60.01' })).rejects.toMatchObject({
    code: 'not_enough_money',
  })
  expect(await listReturnedPaise(ids)).toEqual([0])
  await returnUnusedMoney(ctx, { id: newPaymentId(), amount: '60' })
  expect(await readBalance(person)).toBe(0)
})

test('money that the provider cannot return goes back to the wallet, with a statement line', async () => {
  const { person, ctx, ids } = await newAsha('100')
  await returnUnusedMoney(ctx, { id: newPaymentId(), amount: '100' })
  const [part] = await listReturns(ids)
  const refusing = withFakeProvider(system(), {
    refund: { state: 'failed', refundRef: null, reason: 'too old' },
  })
  const job = { returnId: part?.id ?? '' }
  await Promise.all([returnMoney(refusing, job), returnMoney(refusing, job)])
  expect(await readBalance(person)).toBe(100_00)
  expect(await listReturns(ids)).toMatchObject([{ state: 'failed', failure: 'too old' }])
  expect(await listReturnedPaise(ids)).toEqual([0])
  expect(await statementOf(database.db(), person.id)).toEqual([100_00, -100_00, 100_00])
})

test('a slow refund is queried again under the same id, not created again', async () => {
  const { ctx, ids } = await newAsha('100')
  await returnUnusedMoney(ctx, { id: newPaymentId(), amount: '100' })
  const [part] = await listReturns(ids)
  const job = { returnId: part?.id ?? '' }
  const slow = withFakeProvider(system(), { refund: { state: 'sending', refundRef: `slow ${part?.id}` } })
  await returnMoney(slow, job)
  await returnMoney(slow, job)
  expect(slow.refunds).toEqual([part?.id])
  slow.answers.refund = { state: 'sent', refundRef: `slow ${part?.id}` }
  await returnMoney(slow, job)
  expect(await listReturns(ids)).toMatchObject([{ state: 'sent' }])
  await returnMoney(slow, job)
  expect(slow.refunds).toHaveLength(1)
})

test('the database refuses to return more than was paid', async () => {
  const { ids } = await newAsha('100')
  const insert = sql`insert into money_returns (id, request_id, payment_id, amount_paise, asked_at, changed_at)
    values (gen_random_uuid(), gen_random_uuid(), ${ids[0]}, 10001, now(), now())`
  await expect(insert.execute(database.db())).rejects.toThrow('payments_return_what_was_paid')
})

test('invalid amounts, experts and a missing provider are refused', async () => {
  const { ctx } = await newAsha('100')
  for (const amount of ['', '0', '-1', '1.005', 'NaN', '१००']) {
    await expect(returnUnusedMoney(ctx, { id: newPaymentId(), amount })).rejects.toMatchObject({
      code: 'not_an_amount',
    })
  }
  await expect(returnUnusedMoney(ctx, { id: 'x', amount: '1' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  const ravi = withDemo(database.as((await newSignedInPerson(database.as, 'expert')).person))
  await expect(returnUnusedMoney(ravi, { id: newPaymentId(), amount: '1' })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await expect(returnMoney(ctx, { returnId: newPaymentId() })).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(
    returnUnusedMoney({ ...ctx, payments: null }, { id: newPaymentId(), amount: '1' }),
  ).rejects.toMatchObject({
    code: 'payments_closed',
  })
})
