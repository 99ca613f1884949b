import { sql } from 'kysely'
import type { Clock } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import type { DemoPayments } from '#platform/payments/port.ts'

/** A pending demo payment stays pending for this long. */
export const demoPendingMs = 20_000

/** A provider without a bank. It keeps its own records, like an external provider. */
export function createDemoPayments({ db, clock }: { db: Database; clock: Clock }): DemoPayments {
  const isStillPending = (chosenAt: Date | null) => clock.now().getTime() - (chosenAt?.getTime() ?? 0) < demoPendingMs
  const toPaymentRef = (orderId: string) => orderId.replace('order', 'payment')
  return {
    kind: 'demo',

    async createOrder({ paymentId, amount }) {
      const orderId = `demo_order_${paymentId}`
      await db
        .insertInto('demo_orders')
        .values({ id: orderId, amount_paise: amount })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { orderId }
    },

    async choose(orderId, choice) {
      await db
        .updateTable('demo_orders')
        .set({ choice, chosen_at: clock.now() })
        .where('id', '=', orderId)
        // A paid or pending order cannot be undone by another click; a failed one can be retried.
        .where((where) => where.or([where('choice', 'is', null), where('choice', '=', 'fail')]))
        .execute()
    },

    async getStatus(orderId) {
      const order = await db.selectFrom('demo_orders').selectAll().where('id', '=', orderId).executeTakeFirst()
      if (!order?.choice || !order.chosen_at) return { state: 'open' }
      if (order.choice === 'fail') return { state: 'failed', reason: 'The payment was declined.' }
      if (order.choice === 'wait' && isStillPending(order.chosen_at)) return { state: 'pending' }
      return {
        state: 'paid',
        orderId,
        paymentRef: toPaymentRef(orderId),
        amountPaise: order.amount_paise,
        currency: 'INR',
      }
    },

    async refund({ paymentRef, amount, key }) {
      const refundRef = `demo_refund_${key}`
      await sql`
        with made as (
          insert into demo_refunds (id, order_id, amount_paise)
          values (${refundRef}, ${paymentRef.replace('payment', 'order')}, ${amount})
          on conflict do nothing returning order_id, amount_paise
        )
        update demo_orders set refunded_paise = refunded_paise + made.amount_paise from made
        where demo_orders.id = made.order_id returning 1`.execute(db)
      return { state: 'sent', refundRef }
    },

    async listPaid({ from, to }) {
      const orders = await db
        .selectFrom('demo_orders')
        .selectAll()
        .where('choice', 'in', ['pay', 'wait'])
        .where('chosen_at', '>=', from)
        .where('chosen_at', '<', to)
        .execute()
      return orders
        .filter(({ choice, chosen_at }) => choice === 'pay' || !isStillPending(chosen_at))
        .map(({ id, amount_paise }) => ({ orderId: id, paymentRef: toPaymentRef(id), amountPaise: amount_paise }))
    },

    async getRefund(refundRef) {
      return { state: 'sent', refundRef }
    },
  }
}
