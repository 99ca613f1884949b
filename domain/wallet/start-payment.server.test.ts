import { expect, test } from 'vitest'
import { confirmCurrentEmail } from '#domain/accounts/profile-rows.server.ts'
import { cancelPayment } from '#domain/wallet/cancel-payment.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { paymentsStartedPerHour } from '#kernel/limits.ts'
import { hoursLater } from '#kernel/time.ts'
import { ProviderError } from '#platform/payments/port.ts'
import { useDatabase } from '#tests/database.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newPaymentId, withDemo } from '#tests/payments.ts'
import { newSignedInPerson, newStudent, newUnconfirmedStudent } from '#tests/signed-in-people.ts'

const database = useDatabase()
const listPayments = (studentId: AccountId) =>
  database.db().selectFrom('payments').selectAll().where('student_id', '=', studentId).execute()

async function newAshaContext() {
  const { person } = await newStudent(database.as)
  return withDemo(database.as(person))
}
const getActorId = (ctx: { actor: unknown }) => (ctx.actor as { id: AccountId }).id

test('twenty clicks with one id create one payment with one order', async () => {
  const ctx = await newAshaContext()
  const id = newPaymentId()
  const clicks = Array.from({ length: 20 }, () => startPayment(ctx, { id, amount: '1,000.50' }))
  expect(new Set((await Promise.all(clicks)).map((payment) => payment.id))).toEqual(new Set([id]))
  expect(await listPayments(getActorId(ctx))).toMatchObject([
    { id, state: 'started', provider: 'demo', amount_paise: 1_000_50, provider_order: `demo_order_${id}` },
  ])
})

test('until the email address is confirmed, the wallet holds at most ₹1,000, except in the embedded demo', async () => {
  const { person } = await newUnconfirmedStudent(database.as)
  const ctx = withDemo(database.as(person))
  const start = (amount: string, isDemo?: boolean) => startPayment(ctx, { id: newPaymentId(), amount, isDemo })
  await expect(start('1,000.01')).rejects.toMatchObject({ code: 'unconfirmed_wallet_full' })
  expect(await listPayments(person.id)).toEqual([])
  await giveMoney(database.as({ kind: 'system' }), person.id, rupees(400))
  const started = await Promise.allSettled([start('350'), start('350')])
  expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(started.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'unconfirmed_wallet_full' },
  })
  await start('250')
  await start('5000', true)
  await confirmCurrentEmail(database.db(), person.id, new Date())
  await start('5000')
})

test.each([
  { what: 'cancelled', choice: null, state: 'cancelled', cancels: true },
  { what: 'failed', choice: 'fail', state: 'failed', cancels: true },
  { what: 'left for an hour', choice: null, state: 'started', cancels: false },
] as const)(
  'a payment that was $what can still be paid, so it counts against the cap, and its order is used again',
  async ({ choice, state, cancels }) => {
    const { person } = await newUnconfirmedStudent(database.as)
    const beganAt = new Date()
    const at = (hours: number) => ({ now: () => hoursLater(beganAt, hours) })
    const contextAfter = (hours: number) => withDemo(database.as(person, at(hours)))
    const start = (hours: number, amount: string) => startPayment(contextAfter(hours), { id: newPaymentId(), amount })
    const { id } = await start(0, '1000')
    const left = contextAfter(1.1)
    if (choice) await left.payments.choose(`demo_order_${id}`, choice)
    if (cancels) await cancelPayment(left, id)
    expect(await listPayments(person.id)).toMatchObject([{ id, state }])
    await expect(start(1.1, '1')).rejects.toMatchObject({ code: 'unconfirmed_wallet_full' })
    await expect(start(5.9, '999')).rejects.toMatchObject({ code: 'unconfirmed_wallet_full' })
    expect(await start(5.9, '1000')).toEqual({ id })
    expect(await listPayments(person.id)).toHaveLength(1)
    await start(6.1, '1')
  },
)

test('after the email address is confirmed, a cancelled payment neither counts nor is used again', async () => {
  const { person } = await newUnconfirmedStudent(database.as)
  const ctx = withDemo(database.as(person))
  const { id } = await startPayment(ctx, { id: newPaymentId(), amount: '1000' })
  await cancelPayment(ctx, id)
  await confirmCurrentEmail(database.db(), person.id, new Date())
  expect(await startPayment(ctx, { id: newPaymentId(), amount: '1000' })).not.toEqual({ id })
})

test('ten payments of one student at the same time all start', async () => {
  const ctx = await newAshaContext()
  await Promise.all(Array.from({ length: 10 }, () => startPayment(ctx, { id: newPaymentId(), amount: '100' })))
  expect(await listPayments(getActorId(ctx))).toHaveLength(10)
})

test('the same id with another amount, or by another student, is refused', async () => {
  const ctx = await newAshaContext()
  const id = newPaymentId()
  await startPayment(ctx, { id, amount: '500' })
  await expect(startPayment(ctx, { id, amount: '501' })).rejects.toMatchObject({ code: 'other_request' })
  await expect(startPayment(await newAshaContext(), { id, amount: '500' })).rejects.toMatchObject({
    code: 'other_request',
  })
})

test('an invalid amount is refused and changes nothing', async () => {
  const ctx = await newAshaContext()
  const invalid = ['', ' ', '0', '0.00', '-0', '-5', '+5', '0.5', '1.005', '1e3', '1e9', '0x10', '5 000']
  for (const amount of [...invalid, 'NaN', 'Infinity', '१००', '12345678901234567890']) {
    await expect(startPayment(ctx, { id: newPaymentId(), amount })).rejects.toMatchObject({
      code: 'not_an_amount',
      message: 'Please enter a valid amount',
    })
  }
  expect(await listPayments(getActorId(ctx))).toEqual([])
})

test('amounts from ₹1 to ₹50,000 are accepted, and larger amounts are refused', async () => {
  const ctx = await newAshaContext()
  await startPayment(ctx, { id: newPaymentId(), amount: '1' })
  await startPayment(ctx, { id: newPaymentId(), amount: '50,000' })
  await expect(startPayment(ctx, { id: newPaymentId(), amount: '50000.01' })).rejects.toMatchObject({
    code: 'too_much_at_once',
  })
  await expect(startPayment(ctx, { id: newPaymentId(), amount: '999999999' })).rejects.toMatchObject({
    code: 'too_much_at_once',
  })
})

test('a payment requires a student, a valid id, and a provider', async () => {
  const input = { id: newPaymentId(), amount: '100' }
  for (const role of ['expert', 'team'] as const) {
    const { person } = await newSignedInPerson(database.as, role)
    await expect(startPayment(withDemo(database.as(person)), input)).rejects.toMatchObject({
      code: 'not_allowed',
    })
  }
  const visitor = withDemo(database.as({ kind: 'visitor', address: '' }))
  await expect(startPayment(visitor, input)).rejects.toMatchObject({ code: 'not_signed_in' })
  const ctx = await newAshaContext()
  await expect(startPayment(ctx, { ...input, id: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(startPayment({ ...ctx, payments: null }, input)).rejects.toMatchObject({
    code: 'payments_closed',
  })
})

test('an unavailable provider is reported, and the same id continues when it is available again', async () => {
  const ctx = await newAshaContext()
  const id = newPaymentId()
  const unavailable = { ...ctx.payments, createOrder: () => Promise.reject(new ProviderError('unavailable')) }
  await expect(startPayment({ ...ctx, payments: unavailable }, { id, amount: '100' })).rejects.toMatchObject({
    code: 'provider_away',
  })
  await startPayment(ctx, { id, amount: '100' })
  expect(await listPayments(getActorId(ctx))).toMatchObject([{ id, provider_order: `demo_order_${id}` }])
})

test('the number of started payments per hour is limited', async () => {
  const ctx = await newAshaContext()
  for (let n = 0; n < paymentsStartedPerHour; n += 1) await startPayment(ctx, { id: newPaymentId(), amount: '1' })
  await expect(startPayment(ctx, { id: newPaymentId(), amount: '1' })).rejects.toMatchObject({
    code: 'too_many_payments',
  })
  expect(await listPayments(getActorId(ctx))).toHaveLength(paymentsStartedPerHour)
})
