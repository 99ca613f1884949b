import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { RememberedAccount, TeamWithdrawal, Withdrawal } from '#domain/withdrawals/contract.ts'
import { readPayoutRule } from '#domain/withdrawals/payout-rule.server.ts'
import type { PayoutRule } from '#domain/withdrawals/rules.ts'
import type { WithdrawalStatus } from '#domain/withdrawals/states.ts'
import { type AccountId, isUuid, type WithdrawalId } from '#kernel/ids.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import { withdrawalsShownMax } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

const columns = [
  'withdrawals.id',
  'amount_paise',
  'status',
  'bank_name',
  'last_four',
  'withdrawals.created_at',
  'processed_at',
  'reason',
  'demo',
] as const

/** The actor's own withdrawals, newest first. */
export async function listWithdrawals(ctx: Context): Promise<Withdrawal[]> {
  allow(ctx.actor, 'expert')
  const rows = await ctx.db
    .selectFrom('withdrawals')
    .select(columns)
    .where('expert_id', '=', ctx.actor.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(withdrawalsShownMax)
    .execute()
  return rows.map(toWithdrawal)
}

export async function getTeamWithdrawal(ctx: Context, id: string): Promise<TeamWithdrawal> {
  allow(ctx.actor, 'payOut')
  const row =
    isUuid<WithdrawalId>(id) && (await selectTeamWithdrawals(ctx).where('withdrawals.id', '=', id).executeTakeFirst())
  if (!row) throw new Refusal('no_such_withdrawal')
  return toTeamWithdrawal(row)
}

/** For the pages of the team, which show in advance whether a second person must pay out. */
export async function getPayoutRule(ctx: Context): Promise<PayoutRule> {
  allow(ctx.actor, 'payOut')
  return readPayoutRule(ctx)
}

export function selectTeamWithdrawals({ db }: Context) {
  return db
    .selectFrom('withdrawals')
    .innerJoin('profiles as expert', 'expert.id', 'withdrawals.expert_id')
    .leftJoin('profiles as decider', 'decider.id', 'withdrawals.decided_by')
    .leftJoin('profiles as processor', 'processor.id', 'withdrawals.processed_by')
    .leftJoin('profiles as exporter', 'exporter.id', 'withdrawals.exported_by')
    .select([...columns, 'expert_id', 'notes', 'decided_at', 'decided_by', 'processed_by', 'bank_reference'])
    .select(['exported_at', 'exported_by', 'exporter.full_name as exporter_name'])
    .select(['came_back_at', 'expert.full_name as expert_name', 'expert.email as expert_email'])
    .select(['decider.full_name as decider_name', 'processor.full_name as processor_name'])
}

type TeamRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectTeamWithdrawals>['executeTakeFirst']>>>

export function toTeamWithdrawal(row: TeamRow): TeamWithdrawal {
  return {
    ...toWithdrawal(row),
    expertId: row.expert_id,
    expertName: row.expert_name,
    maskedEmail: maskEmail(row.expert_email),
    notes: row.notes,
    decidedAt: row.decided_at,
    decidedBy: toPerson(row.decided_by, row.decider_name),
    processedBy: toPerson(row.processed_by, row.processor_name),
    bankReference: row.bank_reference,
    cameBackAt: row.came_back_at,
    exportedAt: row.exported_at,
    exportedBy: toPerson(row.exported_by, row.exporter_name),
  }
}

function toPerson(id: AccountId | null, name: string | null): TeamWithdrawal['decidedBy'] {
  return id && name ? { id, name } : null
}

/** The parts of the last used account that may be shown. */
export async function findRememberedAccount(ctx: Context): Promise<RememberedAccount | null> {
  allow(ctx.actor, 'expert')
  const stored = await ctx.db
    .selectFrom('bank_accounts')
    .select(['bank_name', 'bank_code', 'last_four'])
    .where('profile_id', '=', ctx.actor.id)
    .executeTakeFirst()
  return stored ? { bankName: stored.bank_name, bankCode: stored.bank_code, lastFour: stored.last_four } : null
}

type Row = {
  id: WithdrawalId
  amount_paise: number
  status: WithdrawalStatus
  bank_name: string | null
  last_four: string | null
  created_at: Date
  processed_at: Date | null
  reason: string | null
  demo: boolean
}

function toWithdrawal(row: Row): Withdrawal {
  return {
    id: row.id,
    amount: paise(row.amount_paise),
    status: row.status,
    bankName: row.bank_name,
    lastFour: row.last_four,
    createdAt: row.created_at,
    processedAt: row.processed_at,
    reason: row.reason,
    demo: row.demo,
  }
}
