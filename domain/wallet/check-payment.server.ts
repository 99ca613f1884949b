import { sql } from 'kysely'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { PaymentState } from '#domain/wallet/contract.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import type { AccountId, PaymentId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { OrderStatus } from '#platform/payments/port.ts'

type Row = {
  student_id: AccountId
  provider: string
  provider_order: string | null
  amount_paise: number
  state: PaymentState
}

/**
 * Asks the provider for the state of a payment and saves that state. Only this function credits payments. The returning
 * browser, the webhook and the poller may call it in any order and repeatedly. The money is credited only once.
 */
export async function checkPayment(ctx: PaymentsContext, paymentId: PaymentId): Promise<PaymentState> {
  allow(ctx.actor, 'studentOrSystem')
  const row = await ctx.db
    .selectFrom('payments')
    .select(['student_id', 'provider', 'provider_order', 'amount_paise', 'state'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!row || (isPerson(ctx.actor) && ctx.actor.id !== row.student_id)) throw new Refusal('no_such_payment')
  const before = row.state
  if (before === 'paid' || !row.provider_order) return before
  if (ctx.payments?.kind !== row.provider) throw new Refusal('payments_closed')

  const status = await ctx.payments.getStatus(row.provider_order)
  if (status.state === 'open') return before
  const hasChanged =
    status.state === 'paid' ? await credit(ctx, paymentId, row, status) : await savePaymentState(ctx, paymentId, status)
  if (hasChanged) publishWalletChanges(ctx, row.student_id)
  return status.state
}

type PaidStatus = Extract<OrderStatus, { state: 'paid' }>

/**
 * Updates the payment and the ledger in one transaction. Credits even a failed or cancelled payment, because its money
 * arrived.
 */
async function credit(ctx: PaymentsContext, paymentId: PaymentId, row: Row, paid: PaidStatus): Promise<boolean> {
  const isMatching =
    paid.orderId === row.provider_order && paid.amountPaise === row.amount_paise && paid.currency === 'INR'
  if (!isMatching) throw new Error(`the status of the provider does not match payment ${paymentId}`)
  return inTransaction(ctx, async (txCtx) => {
    const { state } = await txCtx.db
      .selectFrom('payments')
      .select('state')
      .where('id', '=', paymentId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (state === 'paid') return false
    await post(txCtx, derivedId(paymentId, 'add money'), 'wallet_add_money', [
      sql`${row.student_id}::uuid`,
      sql`${paymentId}::uuid`,
      sql`${row.amount_paise}::bigint`,
      sql`${row.provider === 'demo' ? 'Money added (demo)' : 'Money added'}::text`,
    ])
    await txCtx.db
      .updateTable('payments')
      .set({
        state: 'paid',
        provider_payment: paid.paymentRef,
        failure: null,
        changed_at: ctx.clock.now(),
      })
      .where('id', '=', paymentId)
      .execute()
    await notify(txCtx, {
      to: row.student_id,
      kind: 'money',
      facts: { what: 'added', amountPaise: row.amount_paise },
      once: `payment ${paymentId}`,
    })
    return true
  })
}

/** Returns whether the state changed. A paid payment keeps its state. */
async function savePaymentState(
  ctx: PaymentsContext,
  paymentId: PaymentId,
  status: Exclude<OrderStatus, PaidStatus | { state: 'open' }>,
): Promise<boolean> {
  const failure = status.state === 'failed' ? status.reason : null
  const { numUpdatedRows } = await ctx.db
    .updateTable('payments')
    .set({ state: status.state, failure, changed_at: ctx.clock.now() })
    .where('id', '=', paymentId)
    .where('state', 'not in', ['paid', status.state])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
