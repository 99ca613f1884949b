import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson, type Person } from '#domain/policy.ts'
import {
  allSessionsFilter,
  type SessionFilter,
  type SessionOutcome,
  type SessionPage,
  type SessionStatistics,
  type SessionTotals,
} from '#domain/sessions/contract.ts'
import { selectSessions, sideOf, toView } from '#domain/sessions/queries.server.ts'
import { openStates } from '#domain/sessions/states.ts'
import { expertPartSql, selectRefunded } from '#domain/wallet/session-money.server.ts'
import { dayAfter, startOfDay } from '#kernel/days.ts'
import { isUuid, type SessionId } from '#kernel/ids.ts'
import { sessionsPageSize } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { defaultZone } from '#kernel/zones.ts'

type SessionSelection = {
  filter?: SessionFilter
  /** The time zone of the filter's days. */
  zone?: string
  /** Only these sessions; all when absent. */
  among?: SessionId[] | undefined
}

type SessionListOptions = SessionSelection & {
  /** Cursor: the `next` value of the previous page. */
  before?: string | undefined
  limit?: number
}

/** Lists the actor's own sessions, newest first, page by page. */
export async function listSessions(
  ctx: Context,
  { before, limit = sessionsPageSize, ...selection }: SessionListOptions = {},
): Promise<SessionPage> {
  const { id, ownColumn } = requireOwner(ctx)
  const last = isUuid<SessionId>(before) ? before : null
  const rows = await selectSessions(ctx)
    .where(matchFilter(ctx, selection))
    .$if(last !== null, (query) =>
      query.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('help_sessions.asked_at', 'help_sessions.id'),
          '<',
          selectFrom('help_sessions as last')
            .select(['last.asked_at', 'last.id'])
            .where('last.id', '=', last)
            .where(`last.${ownColumn}`, '=', id)
            .$asTuple('asked_at', 'id'),
        ),
      ),
    )
    .orderBy('help_sessions.asked_at', 'desc')
    .orderBy('help_sessions.id', 'desc')
    .limit(limit + 1)
    .execute()
  const sessions = rows.slice(0, limit).map((row) => toView(row, sideOf(id, row)))
  return { sessions, next: rows.length > limit ? (sessions.at(-1)?.id ?? null) : null }
}

/** Returns the totals over all pages. */
export async function getSessionTotals(ctx: Context, selection: SessionSelection = {}): Promise<SessionTotals> {
  const { amount, refunded } = columnsByOwner[requireOwner(ctx).ownColumn]
  const { rows } = await sql<SessionTotals>`
    select count(*)::integer as sessions, count(*) filter (where charged_paise > 0)::integer as billed,
      coalesce(sum(billed_minutes), 0)::integer as minutes,
      coalesce(sum(${amount}), 0)::bigint as amount, coalesce(sum(${refunded}), 0)::bigint as refunded
    from help_sessions
    where ${matchFilter(ctx, selection)}`.execute(ctx.db)
  return rows[0] ?? { sessions: 0, billed: 0, minutes: 0, amount: paise(0), refunded: paise(0) }
}

/** Counts the actor's own billed sessions. */
export async function getSessionStatistics(ctx: Context): Promise<SessionStatistics> {
  const { id, ownColumn } = requireOwner(ctx)
  const { rows } = await sql<SessionStatistics>`
    select count(*)::integer as total, count(*) filter (
      where settled_at >= date_trunc('month', ${ctx.clock.now()}::timestamptz, 'Asia/Kolkata')
    )::integer as "thisMonth"
    from help_sessions where ${sql.ref(ownColumn)} = ${id} and billed_minutes > 0`.execute(ctx.db)
  return rows[0] ?? { total: 0, thisMonth: 0 }
}

const refundedPaise = selectRefunded(sql.ref('help_sessions.id'))

const columnsByOwner = {
  student_id: { otherColumn: 'expert_id', amount: sql`charged_paise`, refunded: refundedPaise },
  expert_id: {
    otherColumn: 'student_id',
    amount: expertPartSql,
    refunded: sql`(${refundedPaise} * ${expertPartSql} / nullif(charged_paise, 0))`,
  },
} as const

const outcomeConditions: Record<SessionOutcome, RawBuilder<unknown>> = {
  paid: sql`charged_paise > 0`,
  free: sql`coalesce(charged_paise, 0) = 0 and help_sessions.state <> all (${openStates}::text[])`,
  refunded: sql`${refundedPaise} > 0`,
}

/** Matches the actor's own sessions that pass the filter. */
function matchFilter(
  ctx: Context,
  { filter = allSessionsFilter, zone = defaultZone, among }: SessionSelection,
): RawBuilder<boolean> {
  const { id, ownColumn } = requireOwner(ctx)
  const { outcome, callType, from, to, name } = filter
  const askedAtColumn = sql.ref('help_sessions.asked_at')
  const otherColumn = sql.ref(`help_sessions.${columnsByOwner[ownColumn].otherColumn}`)
  const conditions = [
    sql`${sql.ref(`help_sessions.${ownColumn}`)} = ${id}`,
    among ? sql`help_sessions.id = any (${among}::uuid[])` : null,
    outcome && outcomeConditions[outcome],
    callType && sql`call_type = ${callType}`,
    from && sql`${askedAtColumn} >= ${startOfDay(from, zone)}`,
    to && sql`${askedAtColumn} < ${startOfDay(dayAfter(to), zone)}`,
    name && sql`${otherColumn} in ${selectPeopleNamed(name, { ownColumn, id })}`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== null && condition !== ''),
    sql` and `,
  )
}

/** Compares each name only once, and only names of people with whom the actor had a session. */
function selectPeopleNamed(name: string, { ownColumn, id }: ReturnType<typeof requireOwner>) {
  const column = sql.ref(columnsByOwner[ownColumn].otherColumn)
  return sql`(
    select person from (select distinct ${column} as person from help_sessions where ${sql.ref(ownColumn)} = ${id}) p
    where (select position(fold(${name}) in fold(full_name)) > 0 from profiles where profiles.id = person))`
}

function requireOwner({ actor }: Context): Pick<Person, 'id'> & { ownColumn: keyof typeof columnsByOwner } {
  allow(actor, 'signedIn')
  if (!isPerson(actor)) throw new Refusal('not_signed_in')
  return { id: actor.id, ownColumn: actor.role === 'expert' ? 'expert_id' : 'student_id' }
}
