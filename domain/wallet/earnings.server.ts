import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { DayOfEarnings, EarningsMonth, LineSource, LineSubject } from '#domain/wallet/contract.ts'
import type { AccountId } from '#kernel/ids.ts'
import { earningsChartDays } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The last thirty days in Kolkata, oldest first, including days without earnings. */
export async function listEarningsByDay(ctx: Context): Promise<DayOfEarnings[]> {
  const { rows } = await sql<DayOfEarnings>`
    with days as (
      select kolkata_midnight(${ctx.clock.now()}) - make_interval(days => n) as starts
      from generate_series(${earningsChartDays - 1}::integer, 0, -1) n
    )
    select to_char(starts at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
      coalesce(sum(l.amount_paise), 0)::bigint as amount
    from days
    left join ledger_accounts a on a.kind = 'expert_earnings' and a.subject_id = ${requireExpertId(ctx)}
    left join ledger_lines l on l.account_id = a.id and l.source in ('session', 'refund')
      and l.at >= starts and l.at < starts + interval '1 day'
    group by starts order by starts`.execute(ctx.db)
  return rows
}

const monthShape = /^(20\d\d)-(0[1-9]|1[0-2])$/

/** The requested month, or the current one. */
export async function getEarningsMonth(
  ctx: Context,
  requestedMonth: string | null,
): Promise<EarningsMonth<LineSubject>> {
  const owner = requireExpertId(ctx)
  const [month = ''] = requestedMonth === null ? (await listEarningsMonths(ctx)).slice(0, 1) : [requestedMonth]
  if (!monthShape.test(month)) throw new Refusal('nothing_there')
  const [first, lines] = [sql`to_date(${month}, 'YYYY-MM')::timestamp`, fromOwnLines(owner)]
  const starts = sql`(${first} at time zone 'Asia/Kolkata')`
  const ends = sql`((${first} + interval '1 month') at time zone 'Asia/Kolkata')`
  const { rows: before } = await sql<{ opening: number }>`
    select coalesce(sum(l.amount_paise), 0)::bigint as opening ${lines} where l.at < ${starts}`.execute(ctx.db)
  const { rows } = await sql<Row>`
    select l.id, l.at, l.amount_paise as amount, l.source, l.description, (o.request ->> 'total')::bigint as gross,
      settled.subject_id as "subjectId",
      -- A repayment has no student: it repays the refund of an earlier session, maybe of another student.
      case when l.source <> 'repayment' then (settled.request ->> 'student')::uuid end as "studentId"
    ${lines}
    left join ledger_operations o on o.id = l.operation_id and o.kind = 'settle' and l.source = 'session'
    left join ledger_operations operation on operation.id = l.operation_id and operation.kind in ('settle', 'refund')
    left join ledger_operations settled
      on settled.kind = 'settle' and settled.subject_id = operation.subject_id and settled.step = 0
    where l.at >= ${starts} and l.at < ${ends}
    order by l.id`.execute(ctx.db)
  const opening = before[0]?.opening ?? 0
  const sessions = rows.flatMap(toSession)
  return {
    month,
    opening: paise(opening),
    sessions,
    totals: {
      gross: addUp(sessions.map(({ gross }) => gross)),
      fee: addUp(sessions.map(({ fee }) => fee)),
      net: addUp(sessions.map(({ net }) => net)),
    },
    others: rows.flatMap(toOther),
    closing: addUp([opening, ...rows.map(({ amount }) => amount)]),
  }
}

/** The months that have a statement, newest first: from the first line to the current month. */
export async function listEarningsMonths(ctx: Context): Promise<string[]> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ month: string }>`
    with first_line as (
      select coalesce(min(l.at), ${now}) as at ${fromOwnLines(requireExpertId(ctx))}
    )
    select to_char(month, 'YYYY-MM') as month
    from first_line, generate_series(
      date_trunc('month', at at time zone 'Asia/Kolkata'), ${now}::timestamptz at time zone 'Asia/Kolkata', interval '1 month'
    ) month
    order by month desc`.execute(ctx.db)
  return rows.map(({ month }) => month)
}

type Row = LineSubject & {
  id: number
  at: Date
  amount: number
  source: LineSource
  description: string
  gross: number | null
}

function toSession(row: Row): EarningsMonth<LineSubject>['sessions'] {
  const { id, at, description, subjectId, studentId, amount, gross } = row
  if (gross === null) return []
  const parts = { gross: paise(gross), fee: paise(gross - amount), net: paise(amount) }
  return [{ id, at, description, subjectId, studentId, ...parts }]
}

function toOther({ gross, amount, ...line }: Row): EarningsMonth<LineSubject>['others'] {
  return gross === null ? [{ ...line, amount: paise(amount) }] : []
}

function fromOwnLines(owner: string) {
  return sql`from ledger_lines l
    join ledger_accounts a on a.id = l.account_id and a.kind = 'expert_earnings' and a.subject_id = ${owner}`
}

function addUp(amounts: number[]) {
  return paise(amounts.reduce((total, amount) => total + amount, 0))
}

function requireExpertId({ actor }: Context): AccountId {
  allow(actor, 'expert')
  return actor.id
}
