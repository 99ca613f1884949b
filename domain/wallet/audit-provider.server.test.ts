import { expect, test } from 'vitest'
import { auditProvider } from '#domain/wallet/audit-provider.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import type { PaidAtProvider } from '#platform/payments/port.ts'
import { useDatabase } from '#tests/database.ts'
import { addMoney, newPaymentId, withDemo } from '#tests/payments.ts'
import { newStudent } from '#tests/signed-in-people.ts'

const database = useDatabase()
const hourLater = { now: () => new Date(Date.now() + 3_600_000) }
const audit = () => auditProvider(withDemo(database.as({ kind: 'system' }, hourLater)))

function auditAgainst(listPaid: () => Promise<PaidAtProvider[]>) {
  const { payments, ...ctx } = withDemo(database.as({ kind: 'system' }, hourLater))
  return auditProvider({ ...ctx, payments: { ...payments, listPaid } })
}

test('the audit reports payments that are missing at the provider or in the books', async () => {
  expect(await audit()).toEqual([])
  const { person } = await newStudent(database.as)
  const id = await addMoney(withDemo(database.as(person)), '500')
  expect(await audit()).toEqual([])
  const paidAtProvider = { orderId: `demo_order_${id}`, paymentRef: `demo_payment_${id}`, amountPaise: 50_000 }

  expect(await auditAgainst(async () => [])).toEqual([
    {
      check: 'provider',
      what: `50000 paise were credited for demo_payment_${id}, which does not exist at the provider`,
    },
  ])
  for (const change of [{ amountPaise: 40_000 }, { paymentRef: 'another' }]) {
    const [mismatch] = await auditAgainst(async () => [{ ...paidAtProvider, ...change }])
    expect(mismatch?.what).toContain('but the books do not contain them')
  }
  // The second payment belongs to another user of the provider account.
  expect(
    await auditAgainst(async () => [paidAtProvider, { ...paidAtProvider, orderId: 'not ours', paymentRef: 'x' }]),
  ).toEqual([])
})

test('the audit reports money that was not credited, but only after a grace period', async () => {
  const { person } = await newStudent(database.as)
  const ctx = withDemo(database.as(person))
  const { id } = await startPayment(ctx, { id: newPaymentId(), amount: '70' })
  await ctx.payments.choose(`demo_order_${id}`, 'pay')
  expect(await auditProvider(withDemo(database.as({ kind: 'system' })))).toEqual([])
  expect(await audit()).toEqual([
    {
      check: 'provider',
      what: `demo_payment_${id} paid 7000 paise for demo_order_${id}, but the books do not contain them`,
    },
  ])
})

test('the audit finds nothing without a provider, and is refused to visitors', async () => {
  expect(await auditProvider({ ...database.as({ kind: 'system' }), payments: null })).toEqual([])
  const visitor = { ...database.as({ kind: 'visitor', address: '' }), payments: null }
  await expect(auditProvider(visitor)).rejects.toThrow('logged in')
})
