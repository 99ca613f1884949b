import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import {
  type OrderStatus,
  type PaidAtProvider,
  ProviderError,
  type RazorpayPayments,
  type RefundStatus,
  type WebhookSubject,
} from '#platform/payments/port.ts'

export type RazorpaySettings = {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** The base URL of the API; only tests change it. */
  api: string
}

const answerWithinMs = 10_000
/** Razorpay's maximum page size. */
const pageSize = 100

const order = z.object({ id: z.string(), amount: z.number(), currency: z.string() })
const payment = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  error_description: z.string().nullish(),
})
const refund = z.object({ id: z.string(), status: z.string(), notes: z.unknown() })
const listOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) })
const failure = z.object({ error: z.object({ description: z.string().nullish() }) })
const webhook = z.object({
  payload: z.object({
    payment: z.object({ entity: z.object({ order_id: z.string().nullish() }) }).optional(),
    order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
    refund: z.object({ entity: z.object({ id: z.string() }) }).optional(),
  }),
})

/** Razorpay by its documented HTTP API. Written from the documentation; not yet tested against the live service. */
export function createRazorpay({ keyId, keySecret, webhookSecret, api }: RazorpaySettings): RazorpayPayments {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  /** Returns the parsed response, or the text of a refusal. */
  async function request<Answer>(
    path: string,
    answer: z.ZodType<Answer>,
    options: { method: 'GET' } | { method: 'POST'; body: object; headers?: Record<string, string> },
  ): Promise<Answer | { refused: string }> {
    const providerError = (problem: string, cause?: unknown) =>
      new ProviderError(`Razorpay, ${options.method} ${path}: ${problem}`, { cause })
    const common = { Authorization: authorization, 'Content-Type': 'application/json' }
    const init =
      options.method === 'GET'
        ? { headers: common }
        : { method: 'POST', headers: { ...common, ...options.headers }, body: JSON.stringify(options.body) }
    let response: Response
    let text: string
    try {
      const signal = AbortSignal.timeout(answerWithinMs)
      response = await fetch(`${api}/v1${path}`, { ...init, signal, redirect: 'error' })
      text = await response.text()
    } catch (error) {
      throw providerError('no answer', error)
    }
    const { ok, status } = response
    if (ok) {
      const found = parse(answer, text)
      if (found) return found
    }
    // These two statuses concern the request itself; all others concern keys, limits, conflicts and outages.
    if (status === 400 || status === 404) {
      const refused = parse(failure, text)
      if (refused) return { refused: refused.error.description ?? 'refused' }
    }
    throw providerError(`answered ${status}`)
  }

  async function get<Answer>(path: string, answer: z.ZodType<Answer>): Promise<Answer> {
    const found = await request(path, answer, { method: 'GET' })
    if (isRefused(found)) throw new ProviderError(`Razorpay, GET ${path}: ${found.refused}`)
    return found
  }

  return {
    kind: 'razorpay',

    async createOrder({ paymentId, amount }) {
      const created = await request('/orders', order, {
        method: 'POST',
        body: {
          amount,
          currency: 'INR',
          receipt: paymentId,
          notes: { payment: paymentId },
          payment: {
            capture: 'automatic',
            capture_options: { automatic_expiry_period: 12, refund_speed: 'normal' },
          },
        },
      })
      if (isRefused(created)) throw new ProviderError(`Razorpay did not create an order: ${created.refused}`)
      return { orderId: created.id }
    },

    async getStatus(orderId) {
      const { items } = await get(`/orders/${encodeURIComponent(orderId)}/payments`, listOf(payment))
      return toOrderStatus(items)
    },

    async refund({ paymentRef, amount, key }) {
      const path = `/payments/${encodeURIComponent(paymentRef)}`
      const body = { amount, speed: 'normal', receipt: key, notes: { return: key } }
      const headers = { 'X-Refund-Idempotency': key }
      const created = await request(`${path}/refund`, refund, { method: 'POST', body, headers })
      if (!isRefused(created)) return toRefundStatus(created)
      // The refund may exist from an earlier attempt whose response was lost. Only Razorpay's list shows that.
      const { items } = await get(`${path}/refunds`, listOf(refund))
      const earlier = items.find(({ notes }) => (notes as { return?: unknown } | null)?.return === key)
      return earlier ? toRefundStatus(earlier) : { state: 'failed', refundRef: null, reason: created.refused }
    },

    async getRefund(refundRef) {
      return toRefundStatus(await get(`/refunds/${encodeURIComponent(refundRef)}`, refund))
    },

    async listPaid({ from, to }) {
      const seconds = (date: Date) => String(Math.floor(date.getTime() / 1_000))
      const paid: PaidAtProvider[] = []
      for (let skip = 0; ; skip += pageSize) {
        const window = { from: seconds(from), to: seconds(to), count: String(pageSize), skip: String(skip) }
        const { items } = await get(`/payments?${new URLSearchParams(window)}`, listOf(payment))
        for (const { id, order_id, amount, status } of items) {
          if (isPaid(status)) paid.push({ orderId: order_id ?? '', paymentRef: id, amountPaise: amount })
        }
        if (items.length < pageSize) return paid
      }
    },

    checkout({ orderId, amount, productName, returnUrl, cancelUrl }) {
      return {
        action: `${api}/v1/checkout/embedded`,
        fields: {
          key_id: keyId,
          order_id: orderId,
          amount: String(amount),
          currency: 'INR',
          name: productName,
          description: 'Money for your wallet',
          callback_url: returnUrl,
          cancel_url: cancelUrl,
        },
      }
    },

    isGenuineReturn({ orderId, paymentRef, signature }) {
      return isSigned(`${orderId}|${paymentRef}`, { secret: keySecret, signature })
    },

    readWebhook(rawBody, signature) {
      if (!isSigned(rawBody, { secret: webhookSecret, signature })) return null
      const found = parse(webhook, rawBody)
      return toSubject(found?.payload)
    },
  }
}

/** An order may have several attempts: a captured one counts first, then a pending one. */
function toOrderStatus(tries: z.infer<typeof payment>[]): OrderStatus {
  const captured = tries.find(({ status }) => isPaid(status))
  if (captured) {
    const { id, amount, currency, order_id } = captured
    return { state: 'paid', orderId: order_id ?? '', paymentRef: id, amountPaise: amount, currency }
  }
  if (tries.some(({ status }) => status === 'created' || status === 'authorized')) return { state: 'pending' }
  const last = tries[0]
  if (!last) return { state: 'open' }
  return { state: 'failed', reason: last.error_description ?? 'The payment was not completed.' }
}

function isPaid(status: string): boolean {
  return status === 'captured' || status === 'refunded'
}

function toRefundStatus({ id, status }: z.infer<typeof refund>): RefundStatus {
  if (status === 'processed') return { state: 'sent', refundRef: id }
  if (status === 'failed') return { state: 'failed', refundRef: id, reason: 'The bank did not accept the refund.' }
  return { state: 'sending', refundRef: id }
}

function toSubject(payload: z.infer<typeof webhook>['payload'] | undefined): WebhookSubject {
  return {
    orderId: payload?.order?.entity.id ?? payload?.payment?.entity.order_id ?? null,
    refundRef: payload?.refund?.entity.id ?? null,
  }
}

function isRefused(answer: unknown): answer is { refused: string } {
  return typeof answer === 'object' && answer !== null && 'refused' in answer
}

function isSigned(text: string, { secret, signature }: { secret: string; signature: string }): boolean {
  const expected = createHmac('sha256', secret).update(text).digest()
  const received = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

function parse<Value>(schema: z.ZodType<Value>, text: string): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
