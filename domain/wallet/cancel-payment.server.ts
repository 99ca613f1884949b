import { allow } from '#domain/policy.ts'
import { checkPayment } from '#domain/wallet/check-payment.server.ts'
import type { PaymentState } from '#domain/wallet/contract.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import type { PaymentId } from '#kernel/ids.ts'
import { ProviderError } from '#platform/payments/port.ts'

/**
 * Cancels a payment that the student has not tried to pay. Asks the provider first, so that a paid payment is credited
 * instead. The poller continues to ask, because the student may still pay in another tab.
 */
export async function cancelPayment(ctx: PaymentsContext, id: PaymentId): Promise<PaymentState> {
  allow(ctx.actor, 'studentOrSystem')
  const state = await checkIfPossible(ctx, id)
  if (state !== 'started') return state
  const cancelled = await ctx.db
    .updateTable('payments')
    .set({ state: 'cancelled', changed_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'started')
    .returning('student_id')
    .executeTakeFirst()
  if (cancelled) publishWalletChanges(ctx, cancelled.student_id)
  return 'cancelled'
}

async function checkIfPossible(ctx: PaymentsContext, id: PaymentId): Promise<PaymentState> {
  try {
    return await checkPayment(ctx, id)
  } catch (error) {
    if (error instanceof ProviderError) return 'started'
    throw error
  }
}
