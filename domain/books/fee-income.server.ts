import { sql } from 'kysely'
import type { FeeBy, FeePeriod, SessionMonth } from '#domain/books/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { feeChartDays, feeChartMonths } from '#kernel/limits.ts'

const spans = {
  day: { count: feeChartDays, step: sql`interval '1 day'`, format: 'YYYY-MM-DD' },
  month: { count: feeChartMonths, step: sql`interval '1 month'`, format: 'YYYY-MM' },
}

/**
 * Fee income less refunded fees, plus or minus corrections. The oldest period is first, and empty periods are zero. The
 * time of an operation in the ledger determines its period, by the time of Kolkata.
 */
export async function listFeeIncome(ctx: Context, by: FeeBy): Promise<FeePeriod[]> {
  allow(ctx.actor, 'keepBooks')
  const { count, step, format } = spans[by]
  const { rows } = await sql<FeePeriod>`
    with today as (
      select date_trunc(${by}, ${ctx.clock.now()}::timestamptz at time zone 'Asia/Kolkata') as starts
    ), periods as (
      select starts - n * ${step} as starts from today, generate_series(${count - 1}::integer, 0, -1) n
    ), moved as (
      select date_trunc(${by}, o.at at time zone 'Asia/Kolkata') as starts,
        case when t.credit_account = fee.id then t.amount_paise else -t.amount_paise end as paise
      from (select id from ledger_accounts where kind = 'platform_fee') fee
      cross join ledger_operations o
      join ledger_transfers t on t.operation_id = o.id and fee.id in (t.credit_account, t.debit_account)
      where o.kind in ('settle', 'refund', 'correct')
        and o.at >= (select min(starts) from periods) at time zone 'Asia/Kolkata'
    )
    select to_char(p.starts, ${format}) as period, coalesce(sum(m.paise), 0)::bigint as fee
    from periods p left join moved m on m.starts = p.starts
    group by p.starts order by p.starts`.execute(ctx.db)
  return rows
}

/** The latest months, newest first, with the number of sessions settled in each. */
export async function listSessionMonths(ctx: Context): Promise<SessionMonth[]> {
  allow(ctx.actor, 'keepBooks')
  const { rows } = await sql<SessionMonth>`
    select to_char(month, 'YYYY-MM') as month, (
      select count(*)::integer from help_sessions where state = 'settled'
        and settled_at >= month at time zone 'Asia/Kolkata'
        and settled_at < (month + interval '1 month') at time zone 'Asia/Kolkata'
    ) as sessions
    from (select date_trunc('month', ${ctx.clock.now()}::timestamptz at time zone 'Asia/Kolkata') - n * interval '1 month' as month
      from generate_series(0, ${feeChartMonths - 1}::integer) n) months
    order by month desc`.execute(ctx.db)
  return rows
}
