import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import { openStates, type SessionState } from '#domain/sessions/states.ts'
import { stuckKind } from '#domain/sessions/stuck-sessions.server.ts'
import { type SessionRow, sessionTable } from '#domain/team/contract.ts'
import { findPeople } from '#domain/team/find-people.server.ts'
import { readPage } from '#domain/team/read-page.server.ts'
import { findIdRange } from '#kernel/id-range.ts'
import { type AccountId, isUuid, type SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'

/** All sessions, page by page. The search matches people on either side, an id, or a receipt number. */
export async function readSessionTable(
  ctx: Context,
  tableQuery: TableQuery<typeof sessionTable>,
): Promise<TablePage<SessionRow>> {
  allow(ctx.actor, 'supportPeople')
  const { state, person } = tableQuery.filters
  const idRange = findIdRange(tableQuery.search)
  const people = idRange ? null : await findPeople(ctx, tableQuery.search)
  const query = ctx.db
    .selectFrom('help_sessions')
    .select(['help_sessions.id', 'state', 'call_type', 'asked_at', 'live_ms', 'billed_minutes', 'charged_paise'])
    .select(['student_id', 'expert_id', stuckKind(ctx).as('stuck')])
    // Looks up names for the rows of the page only. A join would look them up for all matches.
    .select([
      selectName('student_id').as('student_name'),
      selectName('expert_id').as('expert_name'),
      refunded.as('refunded_paise'),
    ])
    .$if(state === 'open', (rows) => rows.where('state', 'in', openStates))
    .$call((rows) => (state && state !== 'open' ? rows.where('state', '=', state) : rows))
    .$call((rows) => (person ? rows.where(involvesOneOf([person])) : rows))
    .$call((rows) => (people ? rows.where(involvesOneOf(people)) : rows))
    .$if(idRange !== null, (rows) =>
      rows
        .where('help_sessions.id', '>=', sql<SessionId>`${idRange?.first}`)
        .where('help_sessions.id', '<=', sql<SessionId>`${idRange?.last}`),
    )
  const page = await readPage(query, {
    shape: sessionTable,
    tableQuery,
    columns: { asked: 'help_sessions.asked_at' },
    id: { column: 'help_sessions.id', type: 'uuid' },
  })
  return { ...page, rows: page.rows.map(toRow) }
}

function selectName(side: 'student_id' | 'expert_id') {
  return sql<string>`(select full_name from profiles where profiles.id = ${sql.ref(side)})`
}

const refunded = sql<number | null>`(select refunded_paise from refund_requests where session_id = help_sessions.id)`

function involvesOneOf(people: string[]) {
  // Drops values that are not ids.
  const found = people.filter((id) => isUuid(id))
  return sql<boolean>`(student_id = any (${found}::uuid[]) or expert_id = any (${found}::uuid[]))`
}

type Row = {
  id: SessionId
  state: SessionState
  call_type: CallType
  asked_at: Date
  live_ms: number
  billed_minutes: number | null
  charged_paise: number | null
  refunded_paise: number | null
  student_id: AccountId
  student_name: string
  expert_id: AccountId
  expert_name: string
  stuck: SessionRow['stuck']
}

function toRow(row: Row): SessionRow {
  return {
    id: row.id,
    state: row.state,
    callType: row.call_type,
    student: { id: row.student_id, name: row.student_name },
    expert: { id: row.expert_id, name: row.expert_name },
    askedAt: row.asked_at,
    liveMs: row.live_ms,
    stuck: row.stuck,
    billedMinutes: row.billed_minutes,
    chargedPaise: row.charged_paise === null ? null : paise(row.charged_paise),
    refundedPaise: row.refunded_paise === null ? null : paise(row.refunded_paise),
  }
}
