import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PaymentId, paymentId } from '#kernel/ids.ts'
import { useDatabase } from '#tests/database.ts'
import { type Product, removeData, startProduct } from '#tests/product.ts'
import { type Razorpay, razorpayKeys, startFakeRazorpay } from '#tests/fake-razorpay.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

// Tests the whole payment flow with a fake provider over real HTTP: our page, the checkout and the webhooks of the
// provider, the returning browser, and our jobs.
const database = useDatabase()
let razorpay: Razorpay
let product: Product
let studentId = ''
let cookie = ''

beforeAll(async () => {
  razorpay = await startFakeRazorpay()
  product = await startProduct({
    DATABASE_URL: database.url(),
    DATABASE_OWNER_URL: database.ownerUrl(),
    DATABASE_DURABILITY: 'off',
    PAYMENTS: 'razorpay',
    RAZORPAY_KEY_ID: razorpayKeys.keyId,
    RAZORPAY_KEY_SECRET: razorpayKeys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpayKeys.webhookSecret,
    RAZORPAY_API: razorpay.api,
  })
  await product.ready
  const { person, token } = await newSignedInPerson(database.as)
  studentId = person.id
  cookie = `samjhao_sign_in=${token}`
})
afterAll(async () => {
  await product.stop()
  await removeData(product)
  await razorpay.stop()
})

function post(path: string, form: Record<string, string>, origin = product.origin) {
  return fetch(product.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin, ...(origin === product.origin && cookie ? { Cookie: cookie } : {}) },
    body: new URLSearchParams(form),
  })
}
const get = (path: string) => fetch(product.origin + path, { redirect: 'manual', headers: { Cookie: cookie } })

/** Sends a webhook as Razorpay does: no origin, no cookie, a signature. */
function sendWebhook(event: string, payload: object, secret = razorpayKeys.webhookSecret) {
  const body = JSON.stringify({ entity: 'event', event, payload })
  return fetch(`${product.origin}/webhooks/razorpay`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Razorpay-Signature': razorpay.sign(secret, body),
      'X-Razorpay-Event-Id': randomUUID(),
    },
    body,
  })
}

async function startPayment(amount: string) {
  const id = paymentId.parse(randomUUID())
  const answer = await post('/user/wallet', { act: 'add', id, amount })
  expect(answer.headers.get('location')).toBe(`/user/wallet/pay/${id}`)
  const orderId = razorpay.orders.find(({ receipt }) => receipt === id)?.id ?? ''
  return { id, orderId }
}
const readState = async (id: PaymentId) =>
  (await database.db().selectFrom('payments').select('state').where('id', '=', id).executeTakeFirst())?.state
const readBalance = async () => {
  const { rows } = await sql<{ paise: number }>`
    select wallet_available(${studentId}, 'student_wallet')::int as paise`.execute(database.db())
  return rows[0]?.paise ?? NaN
}

test('a payment goes to the provider and back, and browser, webhook and poller credit it once', async () => {
  const { id, orderId } = await startPayment('500')
  const page = await get(`/user/wallet/pay/${id}`)
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${razorpay.api};`)
  expect(page.headers.get('samjhao-form-target')).toBeNull()
  const html = await page.text()
  expect(html).toContain(`action="${razorpay.api}/v1/checkout/embedded"`)
  expect(html).toContain(`value="${orderId}"`)
  expect(html).not.toContain(razorpayKeys.keySecret)
  expect((await get('/user/wallet')).headers.get('content-security-policy')).toContain(`form-action 'self';`)

  // A signature without a captured payment is not enough.
  const sign = (paymentRef: string) => ({
    razorpay_order_id: orderId,
    razorpay_payment_id: paymentRef,
    razorpay_signature: razorpay.sign(razorpayKeys.keySecret, `${orderId}|${paymentRef}`),
  })
  const returnFromCheckout = (form: Record<string, string>) =>
    post(`/payment-return?payment=${id}`, form, 'https://api.razorpay.com')
  expect((await returnFromCheckout(sign('pay_made_up'))).status).toBe(303)
  expect(await readBalance()).toBe(0)

  const { id: paymentRef } = razorpay.pay(orderId)
  const forged = { ...sign(paymentRef), razorpay_signature: 'f'.repeat(64) }
  expect((await returnFromCheckout(forged)).status).toBe(403)
  expect(await readState(id)).not.toBe('paid')
  const payload = { payment: { entity: { id: paymentRef, order_id: orderId } } }
  const [returned, ...webhooks] = await Promise.all([
    returnFromCheckout(sign(paymentRef)),
    ...Array.from({ length: 5 }, () => sendWebhook('payment.captured', payload)),
    sendWebhook('order.paid', { ...payload, order: { entity: { id: orderId } } }),
  ])
  expect(returned.headers.get('location')).toBe(`/user/wallet?payment=${id}`)
  expect(webhooks.map(({ status }) => status)).toEqual(webhooks.map(() => 204))
  await expect.poll(() => readState(id)).toBe('paid')
  expect(await readBalance()).toBe(500_00)
  expect((await get(`/user/wallet/pay/${id}`)).headers.get('location')).toBe(`/user/wallet?payment=${id}`)
})

test('a payment that is cancelled on the page of Razorpay can still be paid, and is credited once', async () => {
  const before = await readBalance()
  const { id, orderId } = await startPayment('150')
  const returned = await get(`/payment-return?payment=${id}`)
  expect(returned.headers.get('location')).toBe(`/user/wallet?payment=${id}`)
  expect(await readState(id)).toBe('cancelled')
  expect(await (await get('/user/wallet')).text()).toContain('Cancelled. Nothing was charged.')
  const { id: paymentRef } = razorpay.pay(orderId)
  await sendWebhook('payment.captured', { payment: { entity: { id: paymentRef, order_id: orderId } } })
  await expect.poll(() => readState(id)).toBe('paid')
  expect(await readBalance()).toBe(before + 150_00)
})

test('a webhook alone credits a payment, and a wrong signature is refused', async () => {
  const before = await readBalance()
  const { id, orderId } = await startPayment('200')
  const payment = razorpay.pay(orderId, { status: 'authorized' })
  const payload = { payment: { entity: { id: payment.id, order_id: orderId } } }
  await sendWebhook('payment.authorized', payload)
  await expect.poll(() => readState(id)).toBe('pending')
  expect(await (await get('/user/wallet')).text()).toContain('Payment pending')
  payment.status = 'captured'
  const requestsBefore = razorpay.requestPaths.length
  expect((await sendWebhook('payment.captured', payload, 'a-guess')).status).toBe(403)
  expect((await sendWebhook('payment.captured', { payment: { entity: { order_id: 'order_of_others' } } })).status).toBe(
    204,
  )
  expect(razorpay.requestPaths.length - requestsBefore).toBeLessThanOrEqual(1)
  await sendWebhook('payment.captured', payload)
  await expect.poll(() => readState(id)).toBe('paid')
  expect(await readBalance()).toBe(before + 200_00)
})

test('money is returned as a refund of its own payment', async () => {
  const before = await readBalance()
  const answer = await post('/user/wallet', { act: 'send_back', id: randomUUID(), amount: '300' })
  expect(answer.status).toBe(200)
  expect(await readBalance()).toBe(before - 300_00)
  const listAmounts = () => razorpay.refunds.map(({ amount }) => amount)
  await expect.poll(listAmounts).toEqual(expect.arrayContaining([200_00, 100_00]))
  const unsent = database.db().selectFrom('money_returns').select('id').where('state', '<>', 'sent')
  await expect.poll(() => unsent.execute()).toEqual([])
})

test('only the webhook and the return page accept requests from other sites', async () => {
  for (const path of [
    '/user/wallet',
    '/webhooks/razorpay/',
    '/webhooks/razorpay.data',
    '/payment-return.data',
    '/login',
  ]) {
    expect((await post(path, { act: 'add' }, 'https://api.razorpay.com')).status).toBe(403)
  }
})
