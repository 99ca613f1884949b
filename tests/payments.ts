import { randomUUID } from 'node:crypto'
import { checkPayment } from '#domain/wallet/check-payment.server.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type PaymentId, paymentId } from '#kernel/ids.ts'
import { createDemoPayments } from '#platform/payments/demo.ts'
import type { DemoPayments, OrderStatus, RefundStatus } from '#platform/payments/port.ts'

export const newPaymentId = () => paymentId.parse(randomUUID())

/** Adds the demo provider with the same database and clock. */
export function withDemo(ctx: Context): PaymentsContext & { payments: DemoPayments } {
  return { ...ctx, payments: createDemoPayments(ctx) }
}

/** Adds a fake provider that returns what the test sets and counts money movements. */
export function withFakeProvider(ctx: Context, answers: { status?: OrderStatus; refund?: RefundStatus }) {
  const refunds: string[] = []
  const payments: DemoPayments = {
    ...createDemoPayments(ctx),
    getStatus: async () => answers.status ?? { state: 'open' },
    refund: async ({ key }) => {
      refunds.push(key)
      return answers.refund ?? { state: 'sent', refundRef: `refund ${key}` }
    },
    getRefund: async (refundRef) => answers.refund ?? { state: 'sent', refundRef },
  }
  return { ...ctx, payments, refunds, answers }
}

/** Adds money through a real payment, so that it can be returned. */
export async function addMoney(ctx: PaymentsContext & { payments: DemoPayments }, amount: string): Promise<PaymentId> {
  const { id } = await startPayment(ctx, { id: newPaymentId(), amount })
  await ctx.payments.choose(`demo_order_${id}`, 'pay')
  await checkPayment(ctx, id)
  return id
}
