import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { LineSource, PaymentState } from '#domain/wallet/contract.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'

export type StatementOptions = {
  source?: LineSource | undefined
  /** The `next` of the previous page. */
  before?: string | undefined
}

/** One row of a statement: a line, or a payment that failed or was cancelled. */
export type StatementRow = {
  /** Identifies the row in a page cursor: the number of a line, or the id of a payment. */
  key: string
  /** The number of the line, or of the line before the payment. */
  place: number
  amount_paise: number
  at: Date
  source: LineSource
  description: string
  balance_paise: number | null
  payment_state: PaymentState | null
  failure: string | null
  /** The session or booking that was paid for or refunded, and the other person. */
  subject_id: SessionId | null
  other_id: AccountId | null
}

/**
 * The actor's own statement, newest first: lines, and between them the payments that failed or were cancelled. The
 * balance after a line is the current balance less all newer lines, so it depends neither on the filter nor on the
 * page. The nightly audit checks that balance and lines agree. Reads only the lines from the newest to this page.
 */
export function selectOwnStatement(
  { actor }: Context,
  { source, before, limit }: StatementOptions & { limit?: number },
): RawBuilder<StatementRow> {
  allow(actor, 'signedIn')
  const maxRows = sql`${limit ?? null}::bigint`
  const matchesSource = (column: RawBuilder<unknown>) => (source ? sql`${column} = ${source}` : sql`true`)
  return sql<StatementRow>`
    with own as (
      select id, kind from ledger_accounts
      where subject_id = ${actor.id} and kind in ('student_wallet', 'expert_earnings')
    ), unpaid as (
      select p.id::text as key, coalesce(line.id, 0) as place, p.started_at as placed_at, p.amount_paise, p.state, p.failure
      from payments p
      left join lateral (
        select l.id from own join ledger_lines l on l.account_id = own.id
        where l.at <= p.started_at order by l.at desc, l.id desc limit 1
      ) line on true
      where p.student_id = ${actor.id} and p.state in ('failed', 'cancelled') and ${matchesSource(sql`'top-up'`)}
    ), start as (${startOf(before)}
    ), lines as (
      select l.*, lag(l.id) over newest_first as newer_id, lag(l.amount_paise) over newest_first as newer_paise
      from start, own cross join lateral (
        select l.id, l.amount_paise, l.at, l.source, l.description, l.operation_id, own.kind as account_kind
        from ledger_lines l
        where l.account_id = own.id and l.id < start.line_id and ${matchesSource(sql.ref('l.source'))}
        order by l.id desc limit ${maxRows}
      ) l
      window newest_first as (order by l.id desc)
      order by l.id desc limit ${maxRows}
    ), total as materialized (
      select wallet_available(${actor.id}, 'student_wallet') + wallet_available(${actor.id}, 'expert_earnings')
        + wallet_on_hold(${actor.id}) as paise
    ), balanced as (
      select lines.*, (total.paise - sum(newer.paise) over (order by lines.id desc))::bigint as balance_paise
      from total, lines cross join lateral (
        select case when ${!source} and newer_id is not null then newer_paise else (
          select coalesce(sum(l.amount_paise), 0) from own join ledger_lines l on l.account_id = own.id
          where l.id > lines.id and l.id <= coalesce(newer_id, ${noLine})
        ) end as paise
      ) newer
    ), page as (
      select id::text as key, id as place, '-infinity'::timestamptz as placed_at, amount_paise, at, source, description,
        balance_paise, null as payment_state, null as failure, operation_id, account_kind
      from balanced
      union all
      select unpaid.key, unpaid.place, unpaid.placed_at, amount_paise, unpaid.placed_at, 'top-up', '',
        null, state, failure, null, null
      from unpaid, start where (unpaid.place, unpaid.placed_at, unpaid.key) < (start.place, start.placed_at, start.key)
      order by place desc, placed_at desc, key desc limit ${maxRows}
    )
    select page.*, settled.subject_id,
      (settled.request ->> case account_kind when 'student_wallet' then 'expert' else 'student' end)::uuid as other_id
    from page
    left join ledger_operations operation on operation.id = page.operation_id and operation.kind in ('settle', 'refund')
    left join ledger_operations settled
      on settled.kind = 'settle' and settled.subject_id = operation.subject_id and settled.step = 0`
}

/** Greater than the number of every line. */
const noLine = sql`9223372036854775807::bigint`

/** Where a page starts: below these lines, and below the payments with a higher place, time and key. */
function startOf(before: string | undefined): RawBuilder<unknown> {
  if (before === undefined)
    return sql`select ${noLine} as line_id, ${noLine} as place, 'infinity'::timestamptz as placed_at, '' as key`
  if (/^\d+$/.test(before))
    return sql`select ${before}::bigint as line_id, ${before}::bigint as place, '-infinity'::timestamptz as placed_at, '' as key`
  return sql`select place + 1 as line_id, place, placed_at, key from unpaid where key = ${before}`
}
