import { expect, test } from 'vitest'
import { cancelPayment } from '#domain/wallet/cancel-payment.server.ts'
import { checkPayment } from '#domain/wallet/check-payment.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import type { PaymentId } from '#kernel/ids.ts'
import { ProviderError } from '#platform/payments/port.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, statementOf, sumOfBooks } from '#tests/money.ts'
import { newPaymentId, withDemo, withFakeProvider } from '#tests/payments.ts'
import { newSignedInPerson, newStudent } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })

async function newPayment() {
  const { person } = await newStudent(database.as)
  const ctx = withDemo(database.as(person))
  const { id } = await startPayment(ctx, { id: newPaymentId(), amount: '500' })
  return { person, ctx, id, orderId: `demo_order_${id}` }
}

const readState = async (id: PaymentId) =>
  (await database.db().selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

test('a cancelled payment charges nothing and notifies its pages once', async () => {
  const { person, ctx, id } = await newPayment()
  const topics: string[] = []
  const watched = { ...ctx, publish: (topic: string) => void topics.push(topic) }
  expect(await cancelPayment(watched, id)).toBe('cancelled')
  expect(await cancelPayment(watched, id)).toBe('cancelled')
  expect(await readState(id)).toBe('cancelled')
  expect(await balanceOf(database.db(), 'student_wallet', person.id)).toBe(0)
  expect(topics).toEqual([`wallet:${person.id}`])
})

test('a payment that succeeds after it was cancelled is credited exactly once', async () => {
  const { person, ctx, id, orderId } = await newPayment()
  await cancelPayment(ctx, id)
  await ctx.payments.choose(orderId, 'pay')
  const checks = Array.from({ length: 10 }, (_, n) => checkPayment(n % 2 ? ctx : withDemo(system()), id))
  expect(new Set(await Promise.all(checks))).toEqual(new Set(['paid']))
  expect(await cancelPayment(ctx, id)).toBe('paid')
  expect(await statementOf(database.db(), person.id)).toEqual([500_00])
  expect(await sumOfBooks(database.db())).toBe(0)
})

test('a payment that was paid, failed or is pending at the provider is not cancelled', async () => {
  for (const [choice, state] of [
    ['pay', 'paid'],
    ['fail', 'failed'],
    ['wait', 'pending'],
  ] as const) {
    const { ctx, id, orderId } = await newPayment()
    await ctx.payments.choose(orderId, choice)
    expect(await cancelPayment(ctx, id)).toBe(state)
    expect(await readState(id)).toBe(state)
  }
})

test('a payment is cancelled even if the provider does not respond, and a later check finds an attempt', async () => {
  const { ctx, id } = await newPayment()
  const getStatus = () => Promise.reject(new ProviderError('no answer'))
  expect(await cancelPayment({ ...ctx, payments: { ...ctx.payments, getStatus } }, id)).toBe('cancelled')
  expect(await checkPayment(withFakeProvider(system(), { status: { state: 'pending' } }), id)).toBe('pending')
})

test('only its student can cancel a payment', async () => {
  const { id } = await newPayment()
  const other = withDemo(database.as((await newStudent(database.as)).person))
  await expect(cancelPayment(other, id)).rejects.toMatchObject({ code: 'no_such_payment' })
  for (const role of ['expert', 'team'] as const) {
    const { person } = await newSignedInPerson(database.as, role)
    await expect(cancelPayment(withDemo(database.as(person)), id)).rejects.toMatchObject({ code: 'not_allowed' })
  }
  const visitor = withDemo(database.as({ kind: 'visitor', address: '203.0.113.9' }))
  await expect(cancelPayment(visitor, id)).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(await readState(id)).toBe('started')
})
