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
import { sessionsWithNames, sideOf, toView } from '#domain/sessions/queries.server.ts'
import { openStates } from '#domain/sessions/states.ts'
import { expertPartSql, refundedOf } from '#domain/wallet/session-money.server.ts'
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
}

type SessionListOptions = SessionSelection & {
  /** Cursor: the `next` value of the previous page. */
  before?: string | undefined
  limit?: number
}

/** Lists one's own sessions, newest first, page by page. */
export async function listSessions(
  ctx: Context,
  { before, limit = sessionsPageSize, ...selection }: SessionListOptions = {},
): Promise<SessionPage> {
  const { id, ownColumn } = ownerOf(ctx)
  const last = isUuid<SessionId>(before) ? before : null
  const rows = await sessionsWithNames(ctx)
    .where(matchesFilter(ctx, selection))
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
  const { amount, refunded } = columnsOf[ownerOf(ctx).ownColumn]
  const { rows } = await sql<SessionTotals>`
    select count(*)::integer as sessions, count(*) filter (where charged_paise > 0)::integer as billed,
      coalesce(sum(billed_minutes), 0)::integer as minutes,
      coalesce(sum(${amount}), 0)::bigint as amount, coalesce(sum(${refunded}), 0)::bigint as refunded
    from help_sessions
    where ${matchesFilter(ctx, selection)}`.execute(ctx.db)
  return rows[0] ?? { sessions: 0, billed: 0, minutes: 0, amount: paise(0), refunded: paise(0) }
}

/** Counts one's own billed sessions. */
export async function getSessionStatistics(ctx: Context): Promise<SessionStatistics> {
  const { id, ownColumn } = ownerOf(ctx)
  const { rows } = await sql<SessionStatistics>`
    select count(*)::integer as total, count(*) filter (
      where settled_at >= date_trunc('month', ${ctx.clock.now()}::timestamptz, 'Asia/Kolkata')
    )::integer as "thisMonth"
    from help_sessions where ${sql.ref(ownColumn)} = ${id} and billed_minutes > 0`.execute(ctx.db)
  return rows[0] ?? { total: 0, thisMonth: 0 }
}

const refundedPaise = refundedOf(sql.ref('help_sessions.id'))

const columnsOf = {
  student_id: { other: 'expert_id', amount: sql`charged_paise`, refunded: refundedPaise },
  expert_id: {
    other: 'student_id',
    amount: expertPartSql,
    refunded: sql`(${refundedPaise} * ${expertPartSql} / nullif(charged_paise, 0))`,
  },
} as const

const outcomes: Record<SessionOutcome, RawBuilder<unknown>> = {
  paid: sql`charged_paise > 0`,
  free: sql`coalesce(charged_paise, 0) = 0 and help_sessions.state <> all (${openStates}::text[])`,
  refunded: sql`${refundedPaise} > 0`,
}

/** Matches the actor's own sessions that pass the filter. */
function matchesFilter(
  ctx: Context,
  { filter = allSessionsFilter, zone = defaultZone }: SessionSelection,
): RawBuilder<boolean> {
  const { id, ownColumn } = ownerOf(ctx)
  const { outcome, callType, from, to, name } = filter
  const askedAtColumn = sql.ref('help_sessions.asked_at')
  const other = sql.ref(`help_sessions.${columnsOf[ownColumn].other}`)
  const conditions = [
    sql`${sql.ref(`help_sessions.${ownColumn}`)} = ${id}`,
    outcome && outcomes[outcome],
    callType && sql`call_type = ${callType}`,
    from && sql`${askedAtColumn} >= ${startOfDay(from, zone)}`,
    to && sql`${askedAtColumn} < ${startOfDay(dayAfter(to), zone)}`,
    name && sql`${other} in ${peopleNamed(name, { ownColumn, id })}`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== null && condition !== ''),
    sql` and `,
  )
}

/** Compares each name once, however many sessions that person had, and only names of the actor's own contacts. */
function peopleNamed(name: string, { ownColumn, id }: ReturnType<typeof ownerOf>) {
  const other = sql.ref(columnsOf[ownColumn].other)
  return sql`(
    select person from (select distinct ${other} as person from help_sessions where ${sql.ref(ownColumn)} = ${id}) others
    where (select position(fold(${name}) in fold(full_name)) > 0 from profiles where profiles.id = person))`
}

function ownerOf({ actor }: Context): Pick<Person, 'id'> & { ownColumn: keyof typeof columnsOf } {
  allow(actor, 'signedIn')
  if (!isPerson(actor)) throw new Refusal('not_signed_in')
  return { id: actor.id, ownColumn: actor.role === 'expert' ? 'expert_id' : 'student_id' }
}
