import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { openBankDetails } from '#domain/withdrawals/bank-details.server.ts'
import { type Payouts, withdrawalChoices } from '#domain/withdrawals/contract.ts'
import { findDeciderId } from '#domain/withdrawals/transition-withdrawal.server.ts'
import { readPayoutRule } from '#domain/withdrawals/payout-rule.server.ts'
import { findPayoutProblem } from '#domain/withdrawals/rules.ts'
import { csvFile, csvRupees, csvText } from '#kernel/csv.ts'
import type { WithdrawalId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

const header = ['Reference', 'Beneficiary', 'Account number', 'IFSC', 'Bank', 'Amount in rupees', 'Remarks']

/**
 * Exports the chosen withdrawals that are approved, as a file for the bank with full account numbers. Marks each one as
 * exported and writes an audit line first. Refuses a person who may not pay out all of them.
 */
export async function exportWithdrawals(
  ctx: Context & { payouts: Payouts },
  input: { ids: string[] },
): Promise<string> {
  allow(ctx.actor, 'payOut')
  const parsed = parse(withdrawalChoices, input, 'nothing_to_export')
  if (ctx.payouts === 'closed') throw new Refusal('payouts_closed')
  await requireRecentPassword(ctx)
  const remark = ctx.payouts === 'demo' ? 'demo, no bank involved' : ''
  const rows = await inTransaction(ctx, async (txCtx) => {
    const approved = await listApproved(txCtx, parsed.ids)
    if (approved.length === 0) throw new Refusal('nothing_to_export')
    const rule = await readPayoutRule(txCtx)
    for (const { id, expert_id, amount_paise, decided_by } of approved) {
      const facts = { amountPaise: amount_paise, decidedBy: decided_by }
      const problem = findPayoutProblem(facts, findDeciderId(ctx), rule)
      if (problem) throw new Refusal(problem)
      await writeAudit(txCtx, {
        act: 'withdrawals exported',
        on: { thing: 'withdrawal', id },
        about: expert_id,
        details: { amountPaise: amount_paise },
      })
    }
    const exportedIds = approved.map(({ id }) => id)
    await txCtx.db
      .updateTable('withdrawals')
      .set({ exported_at: txCtx.clock.now(), exported_by: findDeciderId(ctx) })
      .where('id', 'in', exportedIds)
      .execute()
    return approved
  })
  const lines = rows.map(({ id, full_name, amount_paise, sealed_details }) => {
    const field = { purpose: 'withdrawal', rowId: id } as const
    const { accountNumber, ifscCode, bankName } = openBankDetails(ctx, sealed_details ?? '', field)
    const texts = [id, full_name, accountNumber, ifscCode, bankName].map(csvText)
    return texts.concat(csvRupees(amount_paise), csvText(remark))
  })
  return csvFile([header, ...lines])
}

/** Locks the rows, so that none is rejected while its line is written. */
function listApproved({ db }: Context, ids: WithdrawalId[]) {
  return db
    .selectFrom('withdrawals')
    .innerJoin('profiles', 'profiles.id', 'withdrawals.expert_id')
    .select(['withdrawals.id', 'expert_id', 'amount_paise', 'decided_by', 'sealed_details', 'full_name'])
    .where('withdrawals.id', 'in', ids)
    .where('status', '=', 'approved')
    .where('sealed_details', 'is not', null)
    .orderBy('withdrawals.created_at')
    .orderBy('withdrawals.id')
    .forUpdate('withdrawals')
    .execute()
}
