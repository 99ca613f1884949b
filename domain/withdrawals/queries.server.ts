import type { Context } from '#domain/context.server.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { OpenWithdrawal, RememberedAccount, Withdrawal } from '#domain/withdrawals/contract.ts'
import type { WithdrawalStatus } from '#domain/withdrawals/states.ts'
import type { AccountId, WithdrawalId } from '#kernel/ids.ts'
import { withdrawalsShownMax } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

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

/** One's own withdrawals, newest first. */
export async function listWithdrawals(ctx: Context): Promise<Withdrawal[]> {
  allow(ctx.actor, 'expert')
  const rows = await ctx.db
    .selectFrom('withdrawals')
    .select(columns)
    .where('expert_id', '=', isPerson(ctx.actor) ? ctx.actor.id : '')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(withdrawalsShownMax)
    .execute()
  return rows.map(toWithdrawal)
}

/** What the team has to decide or to pay, oldest first. */
export async function listOpenWithdrawals(ctx: Context): Promise<OpenWithdrawal[]> {
  allow(ctx.actor, 'teamOrSystem')
  const rows = await ctx.db
    .selectFrom('withdrawals')
    .innerJoin('profiles', 'profiles.id', 'withdrawals.expert_id')
    .select([...columns, 'expert_id', 'full_name'])
    .where('status', 'in', ['pending', 'approved'])
    .orderBy('withdrawals.created_at')
    .orderBy('withdrawals.id')
    .limit(withdrawalsShownMax)
    .execute()
  return rows.map((row) =>
    Object.assign(toWithdrawal(row), { expertId: row.expert_id as AccountId, expertName: row.full_name }),
  )
}

/** The account that one used last, as far as it may be shown. */
export async function findRememberedAccount(ctx: Context): Promise<RememberedAccount | null> {
  allow(ctx.actor, 'expert')
  const kept = await ctx.db
    .selectFrom('bank_accounts')
    .select(['bank_name', 'bank_code', 'last_four'])
    .where('profile_id', '=', isPerson(ctx.actor) ? ctx.actor.id : '')
    .executeTakeFirst()
  return kept ? { bankName: kept.bank_name, bankCode: kept.bank_code, lastFour: kept.last_four } : null
}

type Row = {
  id: string
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
    id: row.id as WithdrawalId,
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
