import { sql } from 'kysely'
import { policies } from '#domain/policy.ts'
import type { TeamFinder } from '#domain/team-finder.server.ts'
import type { FoundPayment, PaymentState } from '#domain/wallet/contract.ts'
import type { AccountId, PaymentId } from '#kernel/ids.ts'
import { foundPerKind } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/**
 * Payments by id, or by the provider’s reference of the order, the payment or a return. A payment has no page of its
 * own: it is on the page of the student, and in the books when it is paid. Without access to people, only payments in
 * the books are found.
 */
export const paymentsFinder: TeamFinder<FoundPayment> = {
  duties: ['supportPeople', 'keepBooks'],
  async find({ db, actor }, { text, words, ids }) {
    if (words === null) return []
    const candidates = [
      // Names the providers, because the indexes begin with them.
      sql`(select id from payments where provider in ('demo', 'razorpay') and provider_order = ${text})`,
      sql`(select id from payments where provider in ('demo', 'razorpay') and provider_payment = ${text})`,
      sql`(select payment_id as id from money_returns where provider_refund = ${text})`,
      ...(ids
        ? [sql`(select id from payments where id between ${ids.first} and ${ids.last} limit ${foundPerKind})`]
        : []),
    ]
    const isOpenForActor = policies.supportPeople(actor) ? sql`true` : sql`state = 'paid'`
    const { rows } = await sql<Row>`
      select payments.id, amount_paise, state, started_at, student_id, full_name
      from (${sql.join(candidates, sql` union `)}) found
      join payments on payments.id = found.id
      join profiles on profiles.id = student_id
      where ${isOpenForActor}
      order by started_at desc, payments.id
      limit ${foundPerKind}`.execute(db)
    return rows.map((row) => ({
      id: row.id,
      match: 'exact',
      amount: paise(row.amount_paise),
      state: row.state,
      startedAt: row.started_at,
      student: { id: row.student_id, name: row.full_name },
    }))
  },
}

type Row = {
  id: PaymentId
  amount_paise: number
  state: PaymentState
  started_at: Date
  student_id: AccountId
  full_name: string
}
