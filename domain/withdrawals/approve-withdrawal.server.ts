import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { withdrawalChoice } from '#domain/withdrawals/contract.ts'
import { findDeciderId, transitionWithdrawal } from '#domain/withdrawals/transition-withdrawal.server.ts'
import { parse } from '#kernel/parse.ts'

/** Approves the withdrawal. Its money stays reserved until the payout. */
export async function approveWithdrawal(ctx: Context, input: { id: string }): Promise<void> {
  allow(ctx.actor, 'payOutOrSystem')
  const parsed = parse(withdrawalChoice, input, 'no_such_withdrawal')
  await transitionWithdrawal(ctx, {
    id: parsed.id,
    transition: 'approve',
    act: 'withdrawal approved',
    change: { decided_at: ctx.clock.now(), decided_by: findDeciderId(ctx) },
  })
}
