import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const razorpayKeys = {
  keyId: 'rzp_test_fake',
  keySecret: 'key-secret-of-the-test',
  webhookSecret: 'webhook-secret-of-the-test',
}

type Body = Record<string, unknown>
type Payment = {
  id: string
  order_id: string
  amount: number
  currency: string
  status: string
  created_at: number
} & Body
type Refund = { id: string; payment_id: string; amount: number; status: string; notes: unknown }
type Answer = { status?: number; body: object }

/** Starts a local fake of Razorpay that follows its public documentation. Tests set its responses. */
export async function startFakeRazorpay() {
  const orders: ({ id: string; amount: number } & Body)[] = []
  const payments: Payment[] = []
  const refunds: (Refund & { key: string; body: string })[] = []
  const requestPaths: string[] = []
  /** Queued responses, used before computed ones. */
  const next: Answer[] = []
  let refundStatus = 'processed'

  const refuse = (description: string): Answer => ({
    status: 400,
    body: { error: { code: 'BAD_REQUEST_ERROR', description } },
  })
  const createCollection = (items: object[]): Answer => ({
    body: { entity: 'collection', count: items.length, items },
  })

  function answer(method: string, path: string, text: string, headers: IncomingMessage['headers']): Answer {
    const { pathname, searchParams } = new URL(path, 'http://razorpay')
    const [, kind, id = '', part] = pathname.replace('/v1', '').split('/')
    if (method === 'POST' && kind === 'orders') {
      const order = { id: `order_${orders.length}_${randomUUID()}`, status: 'created', ...JSON.parse(text) }
      orders.push(order)
      return { body: order }
    }
    if (kind === 'orders') return createCollection(payments.filter(({ order_id }) => order_id === id))
    if (kind === 'refunds') {
      const found = refunds.find((refund) => refund.id === id)
      return found ? { body: found } : refuse('The id provided does not exist')
    }
    if (kind === 'payments' && !id) {
      const readNumber = (name: string) => Number(searchParams.get(name))
      const [from, to, count, skip] = [readNumber('from'), readNumber('to'), readNumber('count'), readNumber('skip')]
      const inRange = payments.filter(({ created_at }) => created_at >= from && created_at <= to)
      return createCollection(inRange.slice(skip, skip + count))
    }
    if (part === 'refunds') return createCollection(refunds.filter(({ payment_id }) => payment_id === id))
    if (part === 'refund') return refund(id, text, String(headers['x-refund-idempotency']))
    return { status: 404, body: {} }
  }

  function refund(paymentId: string, body: string, key: string): Answer {
    const earlier = refunds.find((made) => made.key === key)
    if (earlier) return earlier.body === body ? { body: earlier } : refuse('Different payload for the same key')
    const { amount, notes } = JSON.parse(body)
    const paid = payments.find(({ id }) => id === paymentId)?.amount ?? 0
    const refundedSum = refunds.reduce((sum, made) => sum + (made.payment_id === paymentId ? made.amount : 0), 0)
    if (amount + refundedSum > paid) return refuse('The total refund amount is greater than the refund payment amount')
    const made = {
      id: `rfnd_${randomUUID()}`,
      payment_id: paymentId,
      amount,
      status: refundStatus,
      notes,
      key,
      body,
    }
    refunds.push(made)
    return { body: made }
  }

  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { method = '', url = '', headers } = request
    requestPaths.push(`${method} ${url}`)
    const expected = `Basic ${Buffer.from(`${razorpayKeys.keyId}:${razorpayKeys.keySecret}`).toString('base64')}`
    const httpAnswer: Answer =
      headers.authorization === expected
        ? (next.shift() ?? answer(method, url, text, headers))
        : { status: 401, body: { error: { description: 'Authentication failed' } } }
    response
      .writeHead(httpAnswer.status ?? 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(httpAnswer.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    payments,
    refunds,
    requestPaths,
    next,
    setRefundStatus: (status: string) => void (refundStatus = status),
    /** Pays an order at the checkout. */
    pay(orderId: string, change: Partial<Payment> = {}): Payment {
      const amount = orders.find(({ id }) => id === orderId)?.amount ?? 0
      const payment = {
        id: `pay_${randomUUID()}`,
        order_id: orderId,
        amount,
        currency: 'INR',
        status: 'captured',
        created_at: Math.floor(Date.now() / 1_000),
        ...change,
      }
      payments.unshift(payment)
      return payment
    },
    sign: (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex'),
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Razorpay = Awaited<ReturnType<typeof startFakeRazorpay>>
