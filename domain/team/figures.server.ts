import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { Figures, Span } from '#domain/team/contract.ts'
import { figureDays, figureHours } from '#kernel/limits.ts'

/**
 * Calls, minutes and money of the last 48 hours or 90 days in Kolkata, oldest first, also those in which nothing happened. What was
 * sold stands with its share on the sessions, all of it in one index; what was given back is in the books.
 */
export async function listFigures(ctx: Context, span: Span): Promise<Figures[]> {
  allow(ctx.actor, 'team')
  const stride = sql`interval '1 ${sql.raw(span)}'`
  const count = span === 'hour' ? figureHours : figureDays
  // Kolkata has no daylight saving, so its hours and days are equally long.
  const { rows } = await sql<Figures>`
    with range as (
      select date_trunc(${span}, ${ctx.clock.now()}::timestamptz, 'Asia/Kolkata') - ${count - 1} * ${stride} as first
    ), slots as (
      select first + n * ${stride} as starts from range, generate_series(0, ${count - 1}::integer) n
    ), sold as (
      select date_bin(${stride}, settled_at, first) as starts, count(*)::integer as calls, sum(billed_minutes)::integer as minutes,
        sum(charged_paise)::bigint as charged, sum(charged_paise - charged_paise * share_percent / 100)::bigint as fee
      from range, help_sessions
      where billed_minutes > 0 and settled_at >= first
      group by 1
    ), given_back as (
      select date_bin(${stride}, o.at, first) as starts, sum(t.amount_paise)::bigint as refunded,
        coalesce(sum(t.amount_paise) filter (where debited.kind = 'platform_fee'), 0)::bigint as fee_refunded
      from range, ledger_operations o
      join ledger_transfers t on t.operation_id = o.id
      join ledger_accounts debited on debited.id = t.debit_account
      join ledger_accounts credited on credited.id = t.credit_account and credited.kind = 'student_wallet'
      where o.kind = 'refund' and o.at >= first
      group by 1
    )
    select starts as "startsAt", coalesce(calls, 0) as calls, coalesce(minutes, 0) as minutes, coalesce(charged, 0) as charged,
      coalesce(fee, 0) as fee, coalesce(refunded, 0) as refunded, coalesce(fee_refunded, 0) as "feeRefunded"
    from slots left join sold using (starts) left join given_back using (starts)
    order by starts`.execute(ctx.db)
  return rows
}
