import { allow } from '#domain/policy.ts'
import type { Context } from '#domain/context.server.ts'
import { enqueue } from '#platform/jobs/port.ts'

/**
 * Runs at startup and once a day. Enqueues a job for every pending payment and return, even if its job was given up or
 * the provider had changed. An existing job only runs earlier.
 */
export async function resumePendingMoney(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const payments = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('state', 'in', ['started', 'pending'])
    .execute()
  for (const { id } of payments) await enqueue(ctx.db, 'poll_payment', { paymentId: id }, { key: `payment ${id}` })
  const returns = await ctx.db.selectFrom('money_returns').select('id').where('state', '=', 'sending').execute()
  for (const { id } of returns) await enqueue(ctx.db, 'return_money', { returnId: id }, { key: `return ${id}` })
}
