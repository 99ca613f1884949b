import { sql } from 'kysely'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import type { PaymentsContext } from '#domain/wallet/payments-context.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { nextCheckAt } from '#domain/wallet/rules.ts'
import type { AccountId } from '#kernel/ids.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { enqueue } from '#platform/jobs/port.ts'
import type { RefundStatus } from '#platform/payments/port.ts'

/** Runs as a job until the provider has sent or refused one part of a return. */
export async function returnMoney(ctx: PaymentsContext, { returnId }: { returnId: string }): Promise<void> {
  allow(ctx.actor, 'system')
  const row = await ctx.db
    .selectFrom('money_returns as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.id', 'r.amount_paise', 'r.state', 'r.provider_refund', 'r.asked_at'])
    .select(['p.student_id', 'p.provider', 'p.provider_payment'])
    .where('r.id', '=', returnId)
    .executeTakeFirst()
  // A payment of another provider waits until that provider is configured again.
  if (!row || row.state !== 'sending' || ctx.payments?.kind !== row.provider) return

  const status = row.provider_refund
    ? await ctx.payments.getRefund(row.provider_refund)
    : await ctx.payments.refund({
        paymentRef: row.provider_payment ?? '',
        amount: paise(row.amount_paise),
        key: returnId,
      })
  if (status.state === 'sending') return scheduleNextCheck(ctx, row, status.refundRef)
  const part = { id: returnId, studentId: row.student_id, amount: paise(row.amount_paise) }
  if (await finishReturn(ctx, part, status)) publishWalletChanges(ctx, part.studentId)
}

async function scheduleNextCheck(
  ctx: PaymentsContext,
  { id, asked_at }: { id: string; asked_at: Date },
  refundRef: string,
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.updateTable('money_returns').set({ provider_refund: refundRef }).where('id', '=', id).execute()
  const runAt = nextCheckAt({ since: asked_at, now, shortestWaitMs: 60_000 })
  await enqueue(ctx.db, 'return_money', { returnId: id }, { key: `return ${id}`, runAt })
}

type Part = { id: string; studentId: AccountId; amount: Paise }

/** Updates the row, the ledger and the notification in one transaction. */
async function finishReturn(
  ctx: PaymentsContext,
  { id: returnId, studentId, amount }: Part,
  status: Extract<RefundStatus, { state: 'sent' | 'failed' }>,
): Promise<boolean> {
  const hasArrived = status.state === 'sent'
  return inTransaction(ctx, async (txCtx) => {
    const { numUpdatedRows } = await txCtx.db
      .updateTable('money_returns')
      .set({
        state: status.state,
        provider_refund: status.refundRef,
        failure: status.state === 'failed' ? status.reason : null,
        changed_at: ctx.clock.now(),
      })
      .where('id', '=', returnId)
      .where('state', '=', 'sending')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await post(txCtx, derivedId(returnId, 'end send back'), 'wallet_end_send_back', [
      sql`${returnId}::uuid`,
      sql`${hasArrived}::boolean`,
      sql`${'Could not be sent back, returned to your wallet'}::text`,
    ])
    const facts = { what: hasArrived ? 'arrived' : 'returned', amountPaise: amount } as const
    await notify(txCtx, { to: studentId, kind: 'money', facts, once: `return ${returnId}` })
    return true
  })
}
