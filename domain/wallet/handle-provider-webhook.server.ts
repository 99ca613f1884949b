import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Handles a webhook of Razorpay, authenticated by its signature. The payload is not trusted: it only makes the job of
 * that payment or return run now. So repeats, delays and order do not matter.
 */
export async function handleProviderWebhook(
  ctx: PaymentsContext,
  { rawBody, signature }: { rawBody: string; signature: string },
): Promise<void> {
  if (ctx.payments?.kind !== 'razorpay') throw new Refusal('nothing_there')
  const subject = ctx.payments.readWebhook(rawBody, signature)
  if (!subject) throw new Refusal('not_allowed')
  const { orderId, refundRef } = subject
  if (orderId) await enqueuePaymentCheck(ctx, orderId)
  if (refundRef) await enqueueReturnCheck(ctx, refundRef)
}

async function enqueuePaymentCheck(ctx: PaymentsContext, orderId: string): Promise<void> {
  const payment = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', 'razorpay')
    .where('provider_order', '=', orderId)
    .where('state', '<>', 'paid')
    .executeTakeFirst()
  if (!payment) return
  await enqueue(ctx.db, 'poll_payment', { paymentId: payment.id }, { key: `payment ${payment.id}` })
}

async function enqueueReturnCheck(ctx: PaymentsContext, refundRef: string): Promise<void> {
  const moneyReturn = await ctx.db
    .selectFrom('money_returns')
    .select('id')
    .where('provider_refund', '=', refundRef)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  if (moneyReturn)
    await enqueue(ctx.db, 'return_money', { returnId: moneyReturn.id }, { key: `return ${moneyReturn.id}` })
}
