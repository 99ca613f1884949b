import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { allow } from '#domain/policy.ts'
import { type WithdrawalRejection, withdrawalRejection } from '#domain/withdrawals/contract.ts'
import { findDeciderId, requireReason, transitionWithdrawal } from '#domain/withdrawals/transition-withdrawal.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Returns the money to the wallet, and gives the expert the reason. After an export for the bank the person must state
 * that the bank did not pay. Otherwise the expert could get the money twice.
 */
export async function rejectWithdrawal(ctx: Context, input: WithdrawalRejection): Promise<void> {
  allow(ctx.actor, 'payOutOrSystem')
  const { id, reason, bankDidNotPay } = parse(withdrawalRejection, input)
  requireReason(reason)
  await transitionWithdrawal(ctx, {
    id,
    transition: 'reject',
    act: 'withdrawal rejected',
    why: reason,
    details: bankDidNotPay ? { bank: 'did not pay' } : {},
    change: { reason, decided_at: ctx.clock.now(), decided_by: findDeciderId(ctx) },
    check(_txCtx, { isExported }) {
      if (isExported && !bankDidNotPay) throw new Refusal('withdrawal_exported')
    },
    post: (tx) =>
      post(tx, derivedId(id, 'end payout'), 'wallet_end_payout', [
        sql`${id}::uuid`,
        sql`false`,
        sql`${'Withdrawal rejected, returned to your wallet'}::text`,
      ]),
  })
}
