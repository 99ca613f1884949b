import { cancelPayment } from '#domain/wallet/cancel-payment.server.ts'
import { checkPayment } from '#domain/wallet/check-payment.server.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { isUuid, type PaymentId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { ProviderError } from '#platform/payments/port.ts'

type PaymentReturn = {
  paymentId: string
  /** The values that the checkout signed. Null when the student cancelled there. */
  signed: { orderId: string; paymentRef: string; signature: string } | null
}

/**
 * Handles a browser that returns from the provider's page. Another site sends the request, so it has no cookie of
 * ours. The parameters do not prove a payment, so the provider is queried. A wrong signature is refused immediately.
 */
export async function handlePaymentReturn(ctx: PaymentsContext, { paymentId, signed }: PaymentReturn): Promise<void> {
  if (!isUuid<PaymentId>(paymentId) || ctx.payments?.kind !== 'razorpay') throw new Refusal('nothing_there')
  if (signed && !ctx.payments.isGenuineReturn(signed)) throw new Refusal('not_allowed')
  const systemCtx = { ...ctx, actor: { kind: 'system' } as const }
  if (!signed) return void (await cancelPayment(systemCtx, paymentId))
  try {
    await checkPayment(systemCtx, paymentId)
  } catch (error) {
    // The poller retries. Until then the wallet shows the last known state.
    if (!(error instanceof ProviderError)) throw error
  }
}
