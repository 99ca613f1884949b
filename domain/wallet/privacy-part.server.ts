import { sql } from 'kysely'
import type { PrivacyPart } from '#domain/privacy-part.server.ts'
import { Refusal } from '#kernel/refusals.ts'

export const walletPart: PrivacyPart = {
  async collect({ db }, id) {
    return {
      spending_limit: await db
        .selectFrom('spending_limits')
        .select(['daily_paise', 'changed_at'])
        .where('student_id', '=', id)
        .executeTakeFirst(),
      transactions: await db
        .selectFrom('transactions')
        .innerJoin('ledger_lines as line', 'line.id', 'transactions.id')
        .leftJoin('ledger_operations as operation', (join) =>
          join.onRef('operation.id', '=', 'line.operation_id').on('operation.kind', 'in', ['settle', 'refund']),
        )
        .selectAll('transactions')
        .select([balanceAfter.as('balance_after'), 'operation.subject_id as session_id'])
        .where('user_id', '=', id)
        .orderBy('transactions.id')
        .execute(),
      payments: await db.selectFrom('payments').selectAll().where('student_id', '=', id).execute(),
      money_returns: await db
        .selectFrom('money_returns')
        .selectAll('money_returns')
        .innerJoin('payments', 'payments.id', 'money_returns.payment_id')
        .where('payments.student_id', '=', id)
        .execute(),
    }
  },
  async refuseDeletion({ db }, id) {
    const { rows } = await sql<{ empty: boolean }>`select wallet_is_empty(${id}) as empty`.execute(db)
    if (!rows[0]?.empty) throw new Refusal('money_left')
    const pending = await db
      .selectFrom('payments')
      .select('id')
      .where('student_id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (pending) throw new Refusal('payment_pending')
  },
  /** Payments, returns and the ledger are permanent records and stay. */
  async forget({ db }, id) {
    await db.deleteFrom('spending_limits').where('student_id', '=', id).execute()
  },
}

/** In rupees, as the other amounts of a transaction. */
const balanceAfter = sql<string>`(sum(line.amount_paise) over (order by line.id) / 100.0)::numeric(14, 2)`
