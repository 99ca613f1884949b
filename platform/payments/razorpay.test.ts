import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paise } from '#kernel/money.ts'
import type { RazorpayPayments } from '#platform/payments/port.ts'
import { createRazorpay } from '#platform/payments/razorpay.ts'
import { type Razorpay, razorpayKeys, startFakeRazorpay } from '#tests/fake-razorpay.ts'

let fake: Razorpay
let payments: RazorpayPayments
beforeAll(async () => {
  fake = await startFakeRazorpay()
  payments = createRazorpay({ ...razorpayKeys, api: fake.api })
})
afterAll(() => fake.stop())

const createOrder = async (amount = 500_00) => {
  const { orderId } = await payments.createOrder({ paymentId: 'p', amount: paise(amount) })
  return orderId
}

describe('signatures', () => {
  // Examples of Razorpay's documentation and of the tests of its Node library.
  const documented = createRazorpay({
    keyId: 'rzp_test_1',
    keySecret: 'EnLs21M47BllR3X8PSFtjtbd',
    webhookSecret: '123456',
    api: 'http://127.0.0.1:9',
  })
  const genuine = {
    orderId: 'order_IEIaMR65cu6nz3',
    paymentRef: 'pay_IH4NVgf4Dreq1l',
    signature: '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
  }

  test('of a return cover order and payment, with the key secret', () => {
    expect(documented.isGenuineReturn(genuine)).toBe(true)
    for (const change of [
      { orderId: 'order_IEIaMR65cu6nz4' },
      { paymentRef: 'pay_other' },
      { signature: '' },
      { signature: genuine.signature.slice(2) },
      { signature: genuine.signature.replace('0d', '0e') },
      { signature: 'zz'.repeat(32) },
    ]) {
      expect(documented.isGenuineReturn({ ...genuine, ...change })).toBe(false)
    }
  })

  test('of a webhook cover the raw body, with the webhook secret', () => {
    const body = '{"a":1,"b":2,"c":{"d":3}}'
    const signature = '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc'
    expect(documented.readWebhook(body, signature)).toEqual({ orderId: null, refundRef: null })
    expect(documented.readWebhook(body.replace('1', '2'), signature)).toBeNull()
    expect(documented.readWebhook(` ${body}`, signature)).toBeNull()
    expect(documented.readWebhook(body, '')).toBeNull()
  })

  test.each([
    ['payment.captured', { payment: { entity: { id: 'pay_1', order_id: 'order_1' } } }, 'order_1', null],
    ['order.paid', { order: { entity: { id: 'order_2' } }, payment: { entity: {} } }, 'order_2', null],
    ['refund.processed', { refund: { entity: { id: 'rfnd_1' } } }, null, 'rfnd_1'],
    ['something new', {}, null, null],
  ])('the webhook %s names its subject', (event, payload, orderId, refundRef) => {
    const body = JSON.stringify({ entity: 'event', event, payload })
    const signature = fake.sign(razorpayKeys.webhookSecret, body)
    expect(payments.readWebhook(body, signature)).toEqual({ orderId, refundRef })
    expect(payments.readWebhook(body, fake.sign(razorpayKeys.keySecret, body))).toBeNull()
  })
})

test('an order is in paise, captured automatically, and named after our payment', async () => {
  const orderId = await createOrder(1_00)
  expect(fake.orders.at(-1)).toMatchObject({
    id: orderId,
    amount: 100,
    currency: 'INR',
    receipt: 'p',
    payment: { capture: 'automatic' },
  })
})

test('an order is open, failed, pending, then paid, whatever other attempts it has', async () => {
  const orderId = await createOrder()
  expect(await payments.getStatus(orderId)).toEqual({ state: 'open' })
  fake.pay(orderId, { status: 'failed', error_description: 'Your bank said no.' })
  expect(await payments.getStatus(orderId)).toEqual({ state: 'failed', reason: 'Your bank said no.' })
  for (const status of ['created', 'authorized']) {
    const second = fake.pay(orderId, { status })
    expect(await payments.getStatus(orderId)).toEqual({ state: 'pending' })
    second.status = 'failed'
  }
  const { id } = fake.pay(orderId)
  fake.pay(orderId, { status: 'failed' })
  expect(await payments.getStatus(orderId)).toEqual({
    state: 'paid',
    orderId,
    paymentRef: id,
    amountPaise: 500_00,
    currency: 'INR',
  })
})

test('repeated refunds with the same key are one refund, even when a response was lost', async () => {
  const { id } = fake.pay(await createOrder())
  const refund = { paymentRef: id, amount: paise(200_00), key: 'the-key-of-one-return' }
  const first = await payments.refund(refund)
  expect(first).toMatchObject({ state: 'sent' })
  expect(await payments.refund(refund)).toEqual(first)
  // Razorpay refuses the repetition, but its list proves that the refund exists.
  fake.next.push({ status: 400, body: { error: { description: 'fully refunded already' } } })
  expect(await payments.refund(refund)).toEqual(first)
  expect(fake.refunds.filter(({ payment_id }) => payment_id === id)).toHaveLength(1)
})

test('a refused refund has failed, and a slow refund can be polled', async () => {
  const { id } = fake.pay(await createOrder(100_00))
  expect(await payments.refund({ paymentRef: id, amount: paise(100_01), key: 'too-much-of-it' })).toEqual({
    state: 'failed',
    refundRef: null,
    reason: 'The total refund amount is greater than the refund payment amount',
  })
  fake.setRefundStatus('pending')
  const slow = await payments.refund({ paymentRef: id, amount: paise(1_00), key: 'a-slow-return' })
  expect(slow.state).toBe('sending')
  const created = fake.refunds.at(-1)
  expect(await payments.getRefund(created?.id ?? '')).toEqual(slow)
  Object.assign(created ?? {}, { status: 'failed' })
  expect(await payments.getRefund(created?.id ?? '')).toMatchObject({ state: 'failed' })
  fake.setRefundStatus('processed')
})

test.each([
  ['an outage', { status: 502, body: {} }],
  ['too many requests', { status: 429, body: { error: { description: 'slow down' } } }],
  ['a conflict', { status: 409, body: { error: { description: 'in progress' } } }],
  ['something undocumented', { status: 200, body: { hello: 'there' } }],
])('%s causes an error instead of a status', async (_what, answer) => {
  const failure = { name: 'ProviderError' }
  fake.next.push(answer)
  await expect(payments.getStatus('order_1')).rejects.toMatchObject(failure)
  fake.next.push(answer)
  await expect(payments.refund({ paymentRef: 'pay_1', amount: paise(1), key: 'k' })).rejects.toMatchObject(failure)
})

test('wrong keys and a dead connection cause an error that does not contain the secret', async () => {
  const withWrongKey = createRazorpay({ ...razorpayKeys, keySecret: 'hunter2-hunter2', api: fake.api })
  const unreachable = createRazorpay({ ...razorpayKeys, keySecret: 'hunter2-hunter2', api: 'http://127.0.0.1:9' })
  for (const provider of [withWrongKey, unreachable]) {
    const error = await provider.getStatus('order_1').catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'ProviderError' })
    expect(String(error)).not.toContain('hunter2')
  }
})

test('the checkout is Razorpay’s own page and gets only the order', () => {
  const urls = {
    returnUrl: 'https://samjhao.example/payment-return?payment=1',
    cancelUrl: 'https://samjhao.example/x',
  }
  const checkout = payments.checkout({ orderId: 'order_1', amount: paise(500_00), productName: 'Samjhao', ...urls })
  expect(checkout).toEqual({
    action: `${fake.api}/v1/checkout/embedded`,
    fields: {
      key_id: razorpayKeys.keyId,
      order_id: 'order_1',
      amount: '50000',
      currency: 'INR',
      name: 'Samjhao',
      description: 'Money for your wallet',
      callback_url: urls.returnUrl,
      cancel_url: urls.cancelUrl,
    },
  })
})

test('the list of paid payments reads all pages and contains only paid ones', async () => {
  const orderId = await createOrder()
  const paid = Array.from({ length: 205 }, () => fake.pay(orderId, { created_at: 1_000 }).id)
  fake.pay(orderId, { created_at: 1_000, status: 'failed' })
  fake.pay(orderId, { created_at: 5_000 })
  const list = await payments.listPaid({ from: new Date(900_000), to: new Date(2_000_000) })
  expect(list.map(({ paymentRef }) => paymentRef).toSorted()).toEqual(paid.toSorted())
  expect(list[0]).toMatchObject({ orderId, amountPaise: 500_00 })
})
