import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson, type Person } from '#domain/policy.ts'
import {
  everySession,
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
import { isUuid } from '#kernel/ids.ts'
import { sessionsPageSize } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { defaultZone } from '#kernel/zones.ts'

type Meant = {
  filter?: SessionFilter
  /** The zone in which the days of the filter are days. */
  zone?: string
}

type Asked = Meant & {
  /** Those that were asked for before this one, as `next` of the page before said. */
  before?: string | undefined
  limit?: number
}

/** One's own sessions, the latest first, page by page. */
export async function listSessions(
  ctx: Context,
  { before, limit = sessionsPageSize, ...meant }: Asked = {},
): Promise<SessionPage> {
  const { id, own } = ownerOf(ctx)
  const rows = await sessionsWithNames(ctx)
    .where(meantBy(ctx, meant))
    .$if(before !== undefined && isUuid(before), (query) =>
      query.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('help_sessions.asked_at', 'help_sessions.id'),
          '<',
          selectFrom('help_sessions as last')
            .select(['last.asked_at', 'last.id'])
            .where('last.id', '=', before as string)
            .where(`last.${own}`, '=', id)
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

/** What all of them come to, on whichever page one is. */
export async function getSessionTotals(ctx: Context, meant: Meant = {}): Promise<SessionTotals> {
  const { amount, refunded } = columnsOf[ownerOf(ctx).own]
  const { rows } = await sql<SessionTotals>`
    select count(*)::integer as sessions, count(*) filter (where charged_paise > 0)::integer as billed,
      coalesce(sum(billed_minutes), 0)::integer as minutes,
      coalesce(sum(${amount}), 0)::bigint as amount, coalesce(sum(${refunded}), 0)::bigint as refunded
    from help_sessions
    where ${meantBy(ctx, meant)}`.execute(ctx.db)
  return rows[0] ?? { sessions: 0, billed: 0, minutes: 0, amount: paise(0), refunded: paise(0) }
}

/** How many of one's own sessions were billed. */
export async function getSessionStatistics(ctx: Context): Promise<SessionStatistics> {
  const { id, own } = ownerOf(ctx)
  const { rows } = await sql<SessionStatistics>`
    select count(*)::integer as total, count(*) filter (
      where settled_at >= date_trunc('month', ${ctx.clock.now()}::timestamptz, 'Asia/Kolkata')
    )::integer as "thisMonth"
    from help_sessions where ${sql.ref(own)} = ${id} and billed_minutes > 0`.execute(ctx.db)
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

/** Those of the person who asks that the filter means. */
function meantBy(ctx: Context, { filter = everySession, zone = defaultZone }: Meant): RawBuilder<boolean> {
  const { id, own } = ownerOf(ctx)
  const { outcome, callType, from, to, name } = filter
  const asked = sql.ref('help_sessions.asked_at')
  const other = sql.ref(`help_sessions.${columnsOf[own].other}`)
  const conditions = [
    sql`${sql.ref(`help_sessions.${own}`)} = ${id}`,
    outcome && outcomes[outcome],
    callType && sql`call_type = ${callType}`,
    from && sql`${asked} >= ${startOfDay(from, zone)}`,
    to && sql`${asked} < ${startOfDay(dayAfter(to), zone)}`,
    name && sql`${other} in ${othersNamed(name, { own, id })}`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== null && condition !== ''),
    sql` and `,
  )
}

/** Each name is compared once, however many sessions there were with its bearer, and no name of anybody else. */
function othersNamed(name: string, { own, id }: ReturnType<typeof ownerOf>) {
  const other = sql.ref(columnsOf[own].other)
  return sql`(
    select person from (select distinct ${other} as person from help_sessions where ${sql.ref(own)} = ${id}) others
    where (select position(fold(${name}) in fold(full_name)) > 0 from profiles where profiles.id = person))`
}

function ownerOf({ actor }: Context): Pick<Person, 'id'> & { own: keyof typeof columnsOf } {
  allow(actor, 'signedIn')
  if (!isPerson(actor)) throw new Refusal('not_signed_in')
  return { id: actor.id, own: actor.role === 'expert' ? 'expert_id' : 'student_id' }
}
