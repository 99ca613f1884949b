import type { Context } from '#domain/context.server.ts'
import type { PersonMoney, PersonRefund } from '#domain/people/contract.ts'
import { getWalletFigures } from '#domain/wallet/queries.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { historyShownMax } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/** The ledger lines of a person, with the state of their payments, returns and withdrawals. */
export async function getMoneyHistory(ctx: Context, id: AccountId): Promise<PersonMoney> {
  const { db } = ctx
  const [{ available, onHold }, lines, payments, returns, withdrawals] = await Promise.all([
    getWalletFigures({ ...ctx, actor: { kind: 'system' } }, id),
    db
      .selectFrom('ledger_lines as line')
      .innerJoin('ledger_accounts as account', 'account.id', 'line.account_id')
      .select(['line.id', 'line.at', 'line.amount_paise', 'line.description'])
      .where('account.owner_id', '=', id)
      .orderBy('line.id', 'desc')
      .limit(historyShownMax)
      .execute(),
    db
      .selectFrom('payments')
      .select(['id', 'started_at', 'amount_paise', 'returned_paise', 'state'])
      .where('student_id', '=', id)
      .orderBy('started_at', 'desc')
      .limit(historyShownMax)
      .execute(),
    db
      .selectFrom('money_returns')
      .innerJoin('payments', 'payments.id', 'money_returns.payment_id')
      .select(['money_returns.id', 'asked_at', 'money_returns.amount_paise', 'money_returns.state'])
      .where('payments.student_id', '=', id)
      .orderBy('asked_at', 'desc')
      .limit(historyShownMax)
      .execute(),
    db
      .selectFrom('withdrawals')
      .select(['id', 'created_at', 'amount_paise', 'status'])
      .where('expert_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(historyShownMax)
      .execute(),
  ])
  return {
    available,
    onHold,
    lines: lines.map(({ id: line, at, amount_paise, description }) => ({
      id: line,
      at,
      amount: paise(amount_paise),
      description,
    })),
    payments: payments.map((row) => ({
      id: row.id,
      at: row.started_at,
      amount: paise(row.amount_paise),
      returned: paise(row.returned_paise),
      state: row.state,
    })),
    returns: returns.map((row) => ({
      id: row.id,
      at: row.asked_at,
      amount: paise(row.amount_paise),
      state: row.state,
    })),
    withdrawals: withdrawals.map((row) => ({
      id: row.id,
      at: row.created_at,
      amount: paise(row.amount_paise),
      status: row.status,
    })),
  }
}

/** Requested by the student, or about a session of the expert. */
export async function listRefundHistory({ db }: Context, id: AccountId): Promise<PersonRefund[]> {
  const rows = await db
    .selectFrom('refund_requests')
    .innerJoin('help_sessions', 'help_sessions.id', 'refund_requests.session_id')
    .select(['session_id', 'refund_requests.asked_at', 'refund_requests.state', 'refunded_paise', 'fault'])
    .where(({ or, eb }) => or([eb('refund_requests.student_id', '=', id), eb('help_sessions.expert_id', '=', id)]))
    .orderBy('refund_requests.asked_at', 'desc')
    .limit(historyShownMax)
    .execute()
  return rows.map((row) => ({
    sessionId: row.session_id,
    askedAt: row.asked_at,
    state: row.state,
    refunded: row.refunded_paise === null ? null : paise(row.refunded_paise),
    fault: row.fault,
  }))
}
