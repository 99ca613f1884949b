import { type RawBuilder, sql } from 'kysely'
import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { cell, rupeesText } from '#domain/wallet/statement-csv.server.ts'
import { exportPageSize } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

const header = [
  'Session',
  'Settled at',
  'Student',
  'Expert',
  'Expert name',
  'Minutes',
  'Rate in rupees',
  'Charged in rupees',
  "Expert's part in rupees",
  'Platform fee in rupees',
  'Refunded in rupees',
  'Refunded at',
]

const monthShape = /^20\d\d-(0[1-9]|1[0-2])$/

/**
 * Every session that was settled in a month in Kolkata, with what the books say of it, as the parts of a file for a spreadsheet (RFC 4180,
 * times in UTC). It is read page by page, so that a month of any size fits. That it was taken, and how many there were, is written down first.
 */
export async function exportSessions(
  ctx: Context,
  month: string,
): Promise<{ sessions: number; parts: AsyncGenerator<string> }> {
  allow(ctx.actor, 'team')
  await requireRecentPassword(ctx)
  if (!monthShape.test(month)) throw new Refusal('nothing_there')
  const settledIn = isSettledIn(month)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from help_sessions s where ${settledIn}`.execute(ctx.db)
  const sessions = rows[0]?.count ?? 0
  await writeAudit(ctx, { act: 'sessions exported', details: { month, sessions } })
  return { sessions, parts: readParts(ctx, settledIn) }
}

function isSettledIn(month: string): RawBuilder<boolean> {
  const first = sql`to_date(${month}, 'YYYY-MM')::timestamp`
  return sql`s.state = 'settled' and s.settled_at >= ${first} at time zone 'Asia/Kolkata'
    and s.settled_at < (${first} + interval '1 month') at time zone 'Asia/Kolkata'`
}

async function* readParts(ctx: Context, settledIn: RawBuilder<boolean>): AsyncGenerator<string> {
  yield toCsv([header])
  let last: Row | undefined
  do {
    const rows = await readRows(ctx, settledIn, last)
    if (rows.length > 0) yield toCsv(rows.map(toCells))
    last = rows.length === exportPageSize ? rows.at(-1) : undefined
  } while (last)
}

type Row = {
  id: string
  /** Exact, as the database counts: a page begins after it. */
  settled: string
  settled_at: Date
  student_id: string
  expert_id: string
  expert_name: string
  billed_minutes: number
  rate: number
  charged: number
  expert_part: number
  refunded: number
  refunded_at: Date | null
}

async function readRows(
  { db }: Context,
  settledIn: RawBuilder<boolean>,
  last: Row | undefined,
): Promise<Row[]> {
  const beyond = last
    ? sql`and (s.settled_at, s.id) > (${last.settled}::timestamptz, ${last.id}::uuid)`
    : sql``
  const { rows } = await sql<Row>`
    select s.id, s.settled_at::text as settled, s.settled_at, s.student_id, s.expert_id, p.full_name as expert_name, s.billed_minutes,
      s.rate_paise_per_minute as rate, s.charged_paise as charged, coalesce((o.request ->> 'expert_part')::bigint, 0) as expert_part,
      coalesce((r.request ->> 'amount')::bigint, 0) as refunded, r.at as refunded_at
    from (select * from help_sessions s where ${settledIn} ${beyond} order by s.settled_at, s.id limit ${exportPageSize}) s
    join profiles p on p.id = s.expert_id
    left join ledger_operations o on o.kind = 'settle' and o.subject_id = s.id and o.step = 0
    left join ledger_operations r on r.kind = 'refund' and r.subject_id = s.id and r.step = 0
    order by s.settled_at, s.id`.execute(db)
  return rows
}

function toCells(row: Row): string[] {
  const amounts = [row.rate, row.charged, row.expert_part, row.charged - row.expert_part, row.refunded]
  return [
    row.id,
    row.settled_at.toISOString(),
    row.student_id,
    row.expert_id,
    cell(row.expert_name),
    String(row.billed_minutes),
    ...amounts.map(rupeesText),
    row.refunded_at?.toISOString() ?? '',
  ]
}

function toCsv(rows: string[][]): string {
  return rows.map((row) => `${row.join(',')}\r\n`).join('')
}
