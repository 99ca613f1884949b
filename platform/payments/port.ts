import type { Paise } from '#kernel/money.ts'

export const paymentProviders = ['demo', 'razorpay'] as const
export type PaymentProviderKind = (typeof paymentProviders)[number]

/** What the provider says of one order. Money is proved by nothing else. */
export type OrderStatus =
  | { state: 'paid'; orderId: string; paymentRef: string; amountPaise: number; currency: string }
  /** Nobody has tried to pay yet. */
  | { state: 'open' }
  | { state: 'pending' }
  | { state: 'failed'; why: string }

export type RefundStatus =
  | { state: 'sending'; refundRef: string }
  | { state: 'sent'; refundRef: string }
  | { state: 'failed'; refundRef: string | null; why: string }

/** Where a browser sends its person to pay: a form that is posted to another site. */
export type Checkout = { action: string; fields: Record<string, string> }

/** What every provider of payments can do. Amounts are in rupees' paise; each call may be repeated. */
type Common = {
  /** Asks for money. Two orders for one payment do no harm: the caller keeps one of them. */
  createOrder(order: { paymentId: string; amount: Paise }): Promise<{ orderId: string }>
  getStatus(orderId: string): Promise<OrderStatus>
  /** The same key is the same refund, however often it is asked for. */
  refund(refund: { paymentRef: string; amount: Paise; key: string }): Promise<RefundStatus>
  getRefund(refundRef: string): Promise<RefundStatus>
  /** Every payment that was begun and paid in that time, for the proof of the books. */
  listPaid(time: { from: Date; to: Date }): Promise<PaidAtProvider[]>
}

export type PaidAtProvider = { orderId: string; paymentRef: string; amountPaise: number }

export type DemoChoice = 'pay' | 'fail' | 'wait'

/** Invented money, with a page of our own on which the person says how the payment goes. */
export type DemoPayments = Common & {
  kind: 'demo'
  choose(orderId: string, choice: DemoChoice): Promise<void>
}

export type RazorpayPayments = Common & {
  kind: 'razorpay'
  /** The page that Razorpay serves itself: no script of theirs runs in our pages. */
  checkout(order: {
    orderId: string
    amount: Paise
    productName: string
    returnUrl: string
    cancelUrl: string
  }): Checkout
  /** Whether what a browser brought back from the checkout was signed there. It proves no money. */
  isGenuineReturn(fields: { orderId: string; paymentRef: string; signature: string }): boolean
  /** What a webhook is about; nothing when it was not signed with our secret. */
  readWebhook(rawBody: string, signature: string): WebhookSubject | null
}

export type WebhookSubject = { orderId: string | null; refundRef: string | null }

/** Nothing where adding money is closed. */
export type Payments = DemoPayments | RazorpayPayments | null

/** The provider did not answer, or not as it documents. Trying again later may help. */
export class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
  }
}
