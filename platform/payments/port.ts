import type { Paise } from '#kernel/money.ts'

/** The provider's status of one order. It is the only proof that money was paid. */
export type OrderStatus =
  | { state: 'paid'; orderId: string; paymentRef: string; amountPaise: number; currency: string }
  /** No payment attempt yet. */
  | { state: 'open' }
  | { state: 'pending' }
  | { state: 'failed'; reason: string }

export type RefundStatus =
  | { state: 'sending'; refundRef: string }
  | { state: 'sent'; refundRef: string }
  | { state: 'failed'; refundRef: string | null; reason: string }

/** The payment form that the browser posts to the provider's site. */
type Checkout = { action: string; fields: Record<string, string> }

/** The interface of every payment provider. Amounts are in paise; each call may be repeated. */
type PaymentProvider = {
  /** Creates an order. Two orders for one payment do no harm: the caller keeps one of them. */
  createOrder(order: { paymentId: string; amount: Paise }): Promise<{ orderId: string }>
  getStatus(orderId: string): Promise<OrderStatus>
  /** Repeated requests with the same key create one refund. */
  refund(refund: { paymentRef: string; amount: Paise; key: string }): Promise<RefundStatus>
  getRefund(refundRef: string): Promise<RefundStatus>
  /** All payments started in that time and paid, for the audit of the books. */
  listPaid(time: { from: Date; to: Date }): Promise<PaidAtProvider[]>
}

export type PaidAtProvider = { orderId: string; paymentRef: string; amountPaise: number }

export type DemoChoice = 'pay' | 'fail' | 'wait'

/** Invented money, with our own page where the person chooses the outcome of the payment. */
export type DemoPayments = PaymentProvider & {
  kind: 'demo'
  choose(orderId: string, choice: DemoChoice): Promise<void>
}

export type RazorpayPayments = PaymentProvider & {
  kind: 'razorpay'
  /** The page that Razorpay hosts: none of its scripts runs in our pages. */
  checkout(order: {
    orderId: string
    amount: Paise
    productName: string
    returnUrl: string
    cancelUrl: string
  }): Checkout
  /** Whether the data that a browser brought back was signed by the checkout. It does not prove payment. */
  isGenuineReturn(fields: { orderId: string; paymentRef: string; signature: string }): boolean
  /** Returns the subject of a webhook, or null when it was not signed with our secret. */
  readWebhook(rawBody: string, signature: string): WebhookSubject | null
}

export type WebhookSubject = { orderId: string | null; refundRef: string | null }

/** Null when students cannot add money. */
export type Payments = DemoPayments | RazorpayPayments | null

/** The provider did not answer, or not as documented. A retry may help. */
export class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
  }
}
