import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { allow } from '#domain/policy.ts'
import type { Rejection } from '#domain/withdrawals/contract.ts'
import { findDeciderId, transitionWithdrawal, readRejection } from '#domain/withdrawals/transition-withdrawal.server.ts'

/** Returns the money to the wallet, and gives the expert the reason. */
export async function rejectWithdrawal(ctx: Context, input: Rejection): Promise<void> {
  allow(ctx.actor, 'payOutOrSystem')
  const { id, reason } = readRejection(input)
  await transitionWithdrawal(ctx, {
    id,
    transition: 'reject',
    act: 'withdrawal rejected',
    why: reason,
    change: { reason, decided_at: ctx.clock.now(), decided_by: findDeciderId(ctx) },
    post: (tx) =>
      post(tx, derivedId(id, 'end payout'), 'wallet_end_payout', [
        sql`${id}::uuid`,
        sql`false`,
        sql`${'Withdrawal rejected, returned to your wallet'}::text`,
      ]),
  })
}
