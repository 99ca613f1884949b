import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { post } from '#domain/ledger/post.server.ts'
import { allow } from '#domain/policy.ts'
import { hasDemoMoney } from '#domain/wallet/payment-queries.server.ts'
import { type Payouts, processing } from '#domain/withdrawals/contract.ts'
import { findDeciderId, transitionWithdrawal } from '#domain/withdrawals/transition-withdrawal.server.ts'
import { readPayoutRule } from '#domain/withdrawals/payout-rule.server.ts'
import { findPayoutProblem } from '#domain/withdrawals/rules.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Records that the bank has paid, under a unique reference. Demo money must never reach a bank. A demo records that no
 * bank was involved. A server with demo money in its books pays nothing out. The approver may record the payout only in
 * a team of one, and never above the limit of the team.
 */
export async function processWithdrawal(
  ctx: Context & { payouts: Payouts },
  input: { id: string; bankReference: string },
): Promise<void> {
  allow(ctx.actor, 'payOutOrSystem')
  const { id, bankReference } = parse(processing, input)
  if (ctx.payouts === 'closed' || (ctx.payouts === 'bank' && (await hasDemoMoney(ctx)))) {
    throw new Refusal('payouts_closed')
  }
  const isDemo = ctx.payouts === 'demo'
  if (!isDemo && bankReference === '') throw new Refusal('bank_reference_missing')
  const payoutFields = isDemo ? { demo: true } : { bank_reference: bankReference }
  await transitionWithdrawal(ctx, {
    id,
    transition: 'process',
    act: 'withdrawal processed',
    details: isDemo ? { demo: 'no bank involved' } : { bankReference },
    change: { ...payoutFields, processed_at: ctx.clock.now(), processed_by: findDeciderId(ctx) },
    async check(txCtx, withdrawal) {
      const problem = findPayoutProblem(withdrawal, findDeciderId(ctx), await readPayoutRule(txCtx))
      if (problem) throw new Refusal(problem)
    },
    post: (tx) =>
      post(tx, derivedId(id, 'end payout'), 'wallet_end_payout', [sql`${id}::uuid`, sql`true`, sql`${''}::text`]),
  }).catch((error: { constraint?: string }) => {
    throw error.constraint === 'withdrawals_bank_reference_key' ? new Refusal('bank_reference_taken') : error
  })
}
