import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { openBankDetails } from '#domain/withdrawals/bank-details.server.ts'
import { withdrawalChoice } from '#domain/withdrawals/contract.ts'
import type { BankDetails } from '#domain/withdrawals/rules.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Returns the full bank account of a withdrawal, for the team. Writes the audit line first. */
export async function readBankDetails(ctx: Context, input: { id: string }): Promise<BankDetails> {
  allow(ctx.actor, 'payOutOrSystem')
  const { id } = parse(withdrawalChoice, input, 'no_such_withdrawal')
  const withdrawal = await ctx.db
    .selectFrom('withdrawals')
    .select(['expert_id', 'sealed_details'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!withdrawal?.sealed_details) throw new Refusal('no_such_withdrawal')
  await writeAudit(ctx, {
    act: 'bank details read',
    on: { thing: 'withdrawal', id },
    about: withdrawal.expert_id,
  })
  return openBankDetails(ctx, withdrawal.sealed_details, { purpose: 'withdrawal', rowId: id })
}
