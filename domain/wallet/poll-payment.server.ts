import { allow } from '#domain/policy.ts'
import { checkPayment } from '#domain/wallet/check-payment.server.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { nextCheckAt } from '#domain/wallet/rules.ts'
import type { PaymentId } from '#kernel/ids.ts'
import { paymentGivenUpHours } from '#kernel/limits.ts'
import { enqueue } from '#platform/jobs/port.ts'

/** Runs as a job from the start of a payment, until it is paid, or counts as failed after three days. */
export async function pollPayment(ctx: PaymentsContext, { paymentId: id }: { paymentId: PaymentId }): Promise<void> {
  allow(ctx.actor, 'system')
  const row = await ctx.db
    .selectFrom('payments')
    .select(['started_at', 'provider'])
    .where('id', '=', id)
    .executeTakeFirst()
  // A payment of another provider waits until that provider is configured again.
  if (!row || ctx.payments?.kind !== row.provider) return
  const state = await checkPayment(ctx, id)
  if (state === 'paid') return
  const now = ctx.clock.now()
  if (now.getTime() - row.started_at.getTime() > paymentGivenUpHours * 3_600_000) return giveUp(ctx, id)
  await enqueue(
    ctx.db,
    'poll_payment',
    { paymentId: id },
    { key: `payment ${id}`, runAt: nextPollAt(row.started_at, now) },
  )
}

export function nextPollAt(startedAt: Date, now: Date): Date {
  return nextCheckAt({ since: startedAt, now, shortestWaitMs: 5_000 })
}

async function giveUp(ctx: PaymentsContext, paymentId: PaymentId): Promise<void> {
  const payment = await ctx.db
    .updateTable('payments')
    .set({ state: 'failed', failure: 'It was not paid in time.', changed_at: ctx.clock.now() })
    .where('id', '=', paymentId)
    .where('state', 'in', ['started', 'pending'])
    .returning('student_id')
    .executeTakeFirst()
  if (payment) publishWalletChanges(ctx, payment.student_id)
}
