import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { withdrawalChoice } from '#domain/withdrawals/contract.ts'
import { deciderOf, moveWithdrawal } from '#domain/withdrawals/move-withdrawal.server.ts'
import { parse } from '#kernel/parse.ts'

/** The team agrees to pay it out; the money stays where it is, on its way. */
export async function approveWithdrawal(ctx: Context, input: { id: string }): Promise<void> {
  allow(ctx.actor, 'teamOrSystem')
  const parsed = parse(withdrawalChoice, input, 'no_such_withdrawal')
  await moveWithdrawal(ctx, {
    id: parsed.id,
    move: 'approve',
    act: 'withdrawal approved',
    change: { decided_at: ctx.clock.now(), decided_by: deciderOf(ctx) },
  })
}
