import { checkPayment } from '#domain/wallet/check-payment.server.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { isUuid, type PaymentId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { ProviderTrouble } from '#platform/payments/port.ts'

type Return = {
  paymentId: string
  /** What the checkout signed; absent when somebody gave up there. */
  signed: { orderId: string; paymentRef: string; signature: string } | null
}

/**
 * A browser comes back from the provider's page, without our cookie, because another site sent it. Whatever it brings proves no
 * money: the provider is asked. A signature that is wrong is not even worth the question.
 */
export async function comeBack(ctx: PaymentsContext, { paymentId, signed }: Return): Promise<void> {
  if (!isUuid(paymentId) || ctx.payments?.kind !== 'razorpay') throw new Refusal('nothing_there')
  if (signed && !ctx.payments.isGenuineReturn(signed)) throw new Refusal('not_allowed')
  try {
    await checkPayment({ ...ctx, actor: { kind: 'system' } }, paymentId as PaymentId)
  } catch (error) {
    // The poller asks again, and the wallet shows what is known until then.
    if (!(error instanceof ProviderTrouble)) throw error
  }
}
