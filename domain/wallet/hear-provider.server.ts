import { allow } from '#domain/policy.ts'
import type { Context } from '#domain/context.server.ts'
import { enqueue } from '#platform/jobs/port.ts'
import type { PaymentProviderKind, WebhookSubject } from '#platform/payments/port.ts'

/**
 * The provider says that something happened. What it says is not believed, only looked into: the job of that payment or return is
 * brought forward. So it does not matter how often, how late or in which order it is said.
 */
export async function hearProvider(
  ctx: Context,
  provider: PaymentProviderKind,
  { orderId, refundRef }: WebhookSubject,
): Promise<void> {
  allow(ctx.actor, 'system')
  const payment =
    orderId &&
    (await ctx.db
      .selectFrom('payments')
      .select('id')
      .where('provider', '=', provider)
      .where('provider_order', '=', orderId)
      .where('state', '<>', 'paid')
      .executeTakeFirst())
  if (payment) {
    await enqueue(ctx.db, 'poll_payment', { paymentId: payment.id }, { key: `payment ${payment.id}` })
  }
  const back =
    refundRef &&
    (await ctx.db
      .selectFrom('money_returns')
      .select('id')
      .where('provider_refund', '=', refundRef)
      .where('state', '=', 'sending')
      .executeTakeFirst())
  if (back) await enqueue(ctx.db, 'return_money', { returnId: back.id }, { key: `return ${back.id}` })
}
