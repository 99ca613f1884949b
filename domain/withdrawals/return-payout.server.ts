import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { allow } from '#domain/policy.ts'
import { type Rejection, rejection } from '#domain/withdrawals/contract.ts'
import { requireReason, transitionWithdrawal } from '#domain/withdrawals/transition-withdrawal.server.ts'
import { parse } from '#kernel/parse.ts'

/** Records that the bank returned a payout. Its money returns to the wallet, and the withdrawal becomes rejected. */
export async function returnPayout(ctx: Context, input: Rejection): Promise<void> {
  allow(ctx.actor, 'payOutOrSystem')
  const { id, reason } = parse(rejection, input)
  requireReason(reason)
  await transitionWithdrawal(ctx, {
    id,
    transition: 'returnByBank',
    act: 'payout came back',
    why: reason,
    change: { reason, came_back_at: ctx.clock.now() },
    post: (tx) =>
      post(tx, derivedId(id, 'payout came back'), 'wallet_payout_came_back', [
        sql`${id}::uuid`,
        sql`${'Withdrawal sent back by the bank'}::text`,
      ]),
  })
}
