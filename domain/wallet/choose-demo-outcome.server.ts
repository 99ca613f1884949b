import { allow } from '#domain/policy.ts'
import { checkPayment } from '#domain/wallet/check-payment.server.ts'
import type { PaymentState } from '#domain/wallet/contract.ts'
import { getOwnPayment } from '#domain/wallet/payment-queries.server.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { DemoChoice } from '#platform/payments/port.ts'

/** Sets the outcome of a payment on the page of the demo provider, which is then queried like any other provider. */
export async function chooseDemoOutcome(
  ctx: PaymentsContext,
  input: { paymentId: string; choice: string },
): Promise<PaymentState> {
  allow(ctx.actor, 'student')
  const { id, orderId } = await getOwnPayment(ctx, input.paymentId)
  if (ctx.payments?.kind !== 'demo' || !orderId) throw new Refusal('payments_closed')
  if (!isChoice(input.choice)) throw new Refusal('invalid_input')
  await ctx.payments.choose(orderId, input.choice)
  return checkPayment(ctx, id)
}

function isChoice(text: string): text is DemoChoice {
  return text === 'pay' || text === 'fail' || text === 'wait'
}
