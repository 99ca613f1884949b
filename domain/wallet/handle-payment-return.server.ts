import { checkPayment } from '#domain/wallet/check-payment.server.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { isUuid, type PaymentId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { ProviderError } from '#platform/payments/port.ts'

type PaymentReturn = {
  paymentId: string
  /** What the checkout signed; absent when somebody gave up there. */
  signed: { orderId: string; paymentRef: string; signature: string } | null
}

/**
 * A browser comes back from the provider's page, without our cookie, because another site sent it. Whatever it brings proves no
 * money: the provider is asked. A signature that is wrong is not even worth the question.
 */
export async function handlePaymentReturn(
  ctx: PaymentsContext,
  { paymentId, signed }: PaymentReturn,
): Promise<void> {
  if (!isUuid(paymentId) || ctx.payments?.kind !== 'razorpay') throw new Refusal('nothing_there')
  if (signed && !ctx.payments.isGenuineReturn(signed)) throw new Refusal('not_allowed')
  try {
    await checkPayment({ ...ctx, actor: { kind: 'system' } }, paymentId as PaymentId)
  } catch (error) {
    // The poller asks again, and the wallet shows what is known until then.
    if (!(error instanceof ProviderError)) throw error
  }
}
