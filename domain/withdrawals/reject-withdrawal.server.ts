import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { allow } from '#domain/policy.ts'
import { rejection } from '#domain/withdrawals/contract.ts'
import { deciderOf, moveWithdrawal } from '#domain/withdrawals/move-withdrawal.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The money returns to the wallet, and the expert reads why. */
export async function rejectWithdrawal(ctx: Context, input: { id: string; reason: string }): Promise<void> {
  allow(ctx.actor, 'teamOrSystem')
  const parsed = rejection.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  const { id, reason } = parsed.data
  if (reason === '') throw new Refusal('reason_missing')
  await moveWithdrawal(ctx, {
    id,
    move: 'reject',
    act: 'withdrawal rejected',
    details: { reason },
    change: { reason, decided_at: ctx.clock.now(), decided_by: deciderOf(ctx) },
    post: (tx) =>
      post(tx, derivedId(id, 'end payout'), 'wallet_end_payout', [
        sql`${id}::uuid`,
        sql`false`,
        sql`${'Withdrawal rejected, returned to your wallet'}::text`,
      ]),
  })
}
