import { checkPayment } from '#domain/wallet/check-payment.server.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { isUuid, type PaymentId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { ProviderError } from '#platform/payments/port.ts'

type PaymentReturn = {
  paymentId: string
  /** The values that the checkout signed; null when the student cancelled there. */
  signed: { orderId: string; paymentRef: string; signature: string } | null
}

/**
 * Handles a browser that returns from the provider's page. It has no cookie of ours, because another site sent it. Its
 * parameters prove no payment, so the provider is queried; a wrong signature is refused without a query.
 */
export async function handlePaymentReturn(ctx: PaymentsContext, { paymentId, signed }: PaymentReturn): Promise<void> {
  if (!isUuid<PaymentId>(paymentId) || ctx.payments?.kind !== 'razorpay') throw new Refusal('nothing_there')
  if (signed && !ctx.payments.isGenuineReturn(signed)) throw new Refusal('not_allowed')
  try {
    await checkPayment({ ...ctx, actor: { kind: 'system' } }, paymentId)
  } catch (error) {
    // The poller retries; until then the wallet shows the last known state.
    if (!(error instanceof ProviderError)) throw error
  }
}
