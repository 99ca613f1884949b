import { sql } from 'kysely'
import type { Clock } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import type { DemoPayments } from '#platform/payments/port.ts'

/** So long a payment that was left pending stays so. */
export const demoPendingMs = 20_000

/** A provider that never sees a bank. It keeps its own books, as one at the other end of a line would. */
export function createDemoPayments({ db, clock }: { db: Database; clock: Clock }): DemoPayments {
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
        // What is paid, or will be, cannot be taken back by another click; what failed can be tried again.
        .where((where) => where.or([where('choice', 'is', null), where('choice', '=', 'fail')]))
        .execute()
    },

    async getStatus(orderId) {
      const order = await db
        .selectFrom('demo_orders')
        .selectAll()
        .where('id', '=', orderId)
        .executeTakeFirst()
      if (!order?.choice || !order.chosen_at) return { state: 'open' }
      if (order.choice === 'fail') return { state: 'failed', why: 'The payment was declined.' }
      const waits =
        order.choice === 'wait' && clock.now().getTime() - order.chosen_at.getTime() < demoPendingMs
      if (waits) return { state: 'pending' }
      return {
        state: 'paid',
        orderId,
        paymentRef: orderId.replace('order', 'payment'),
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

    async getRefund(refundRef) {
      return { state: 'sent', refundRef }
    },
  }
}
