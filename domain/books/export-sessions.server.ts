import { type RawBuilder, sql } from 'kysely'
import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { csvFile, csvRupees, csvText } from '#kernel/csv.ts'
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
  "Expert's share in rupees",
  'Platform fee in rupees',
  'Refunded in rupees',
  'Refunded at',
  'Type',
]

const monthShape = /^20\d\d-(0[1-9]|1[0-2])$/

/**
 * Streams a CSV file (RFC 4180, times in UTC) of every session settled in a month in Kolkata, and of fees for bookings
 * without a session. Reads page by page, so that a month of any size fits. First writes the export and its number of
 * sessions to the audit log.
 */
export async function exportSessions(
  ctx: Context,
  month: string,
): Promise<{ sessions: number; parts: AsyncGenerator<string> }> {
  allow(ctx.actor, 'keepBooks')
  await requireRecentPassword(ctx)
  if (!monthShape.test(month)) throw new Refusal('nothing_there')
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from help_sessions
    where state = 'settled' and ${isInMonth(month, sql.ref('settled_at'))}`.execute(ctx.db)
  const sessions = rows[0]?.count ?? 0
  await writeAudit(ctx, { act: 'sessions exported', details: { month, sessions } })
  return { sessions, parts: readParts(ctx, month) }
}

function isInMonth(month: string, at: RawBuilder<unknown>): RawBuilder<boolean> {
  const first = sql`to_date(${month}, 'YYYY-MM')::timestamp`
  return sql`${at} >= ${first} at time zone 'Asia/Kolkata'
    and ${at} < (${first} + interval '1 month') at time zone 'Asia/Kolkata'`
}

async function* readParts(ctx: Context, month: string): AsyncGenerator<string> {
  yield csvFile([header])
  let last: Row | undefined
  do {
    const rows = await readRows(ctx, month, last)
    if (rows.length > 0) yield csvFile(rows.map(toCells))
    last = rows.length === exportPageSize ? rows.at(-1) : undefined
  } while (last)
}

type Row = {
  id: string
  /** With the full precision of the database, because it is the cursor of the next page. */
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
  what: string
}

/** Reads one page of sessions and one of fees. The first rows of the merged result are the next page. */
async function readRows({ db }: Context, month: string, last: Row | undefined): Promise<Row[]> {
  const selectPage = (at: RawBuilder<unknown>) => sql`${isInMonth(month, at)}
    ${last ? sql`and (${at}, id) > (${last.settled}::timestamptz, ${last.id}::uuid)` : sql``}
    order by ${at}, id limit ${exportPageSize}`
  const { rows } = await sql<Row>`
    select s.id, s.settled_at::text as settled, s.settled_at, s.student_id, s.expert_id, p.full_name as expert_name, s.billed_minutes,
      s.rate_paise_per_minute as rate, s.charged_paise as charged, coalesce((o.request ->> 'expert_part')::bigint, 0) as expert_part,
      coalesce((r.request ->> 'amount')::bigint, 0) as refunded, r.at as refunded_at, s.what
    from (
      (select id, settled_at, student_id, expert_id, billed_minutes, rate_paise_per_minute, charged_paise, 'Session' as what
        from help_sessions where state = 'settled' and ${selectPage(sql.ref('settled_at'))})
      union all
      (select id, closed_at, student_id, expert_id, 0, rate_paise_per_minute, fee_paise, 'Fee for a booking'
        from bookings where fee_paise > 0 and ${selectPage(sql.ref('closed_at'))})
      order by settled_at, id limit ${exportPageSize}
    ) s
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
    csvText(row.expert_name),
    String(row.billed_minutes),
    ...amounts.map(csvRupees),
    row.refunded_at?.toISOString() ?? '',
    row.what,
  ]
}
