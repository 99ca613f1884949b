import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { PeriodFigures, Span } from '#domain/team/contract.ts'
import { dayClosesAfterMs, figureDays, figureHours } from '#kernel/limits.ts'
import { kolkataOffsetMs } from '#kernel/time.ts'

/** Kolkata has no daylight saving time, so all hours and days have equal length. */
const spanMs: Record<Span, number> = { hour: 3_600_000, day: 86_400_000 }

/** Calls, minutes and money of the last 48 hours or 90 days in Kolkata, oldest first, including empty periods. */
export async function listFigures(ctx: Context, span: Span): Promise<PeriodFigures[]> {
  allow(ctx.actor, 'supportPeople')
  const until = startOf(span, ctx.clock.now().getTime() + spanMs[span])
  const from = new Date(until.getTime() - (span === 'hour' ? figureHours : figureDays) * spanMs[span])
  if (span === 'hour') return sumFigures(ctx, { span, from, until })
  const closed = await listClosedDays(ctx, from)
  const last = closed.at(-1)
  return [...closed, ...(await sumFigures(ctx, { span, from: last ? dayAfter(last.startsAt) : from, until }))]
}

/** The figures of today in Kolkata so far, for Prometheus. */
export async function readToday(ctx: Context): Promise<PeriodFigures> {
  allow(ctx.actor, 'system')
  const from = startOf('day', ctx.clock.now().getTime())
  const [today] = await sumFigures(ctx, { span: 'day', from, until: dayAfter(from) })
  if (!today) throw new Error('today has no figures')
  return today
}

/** Runs as a nightly job: sums up each finished day once. */
export async function saveClosedDays(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  // Transactions that began just before midnight may not be committed yet.
  const until = startOf('day', ctx.clock.now().getTime() - dayClosesAfterMs)
  const first = new Date(until.getTime() - figureDays * spanMs.day)
  const last = (await listClosedDays(ctx, first)).at(-1)
  const days = await sumFigures(ctx, { span: 'day', from: last ? dayAfter(last.startsAt) : first, until })
  if (days.length === 0) return
  await ctx.db
    .insertInto('day_figures')
    .values(
      days.map(({ startsAt, calls, minutes, charged, fee, refunded, feeRefunded }) => ({
        starts_at: startsAt,
        calls,
        minutes,
        charged_paise: charged,
        fee_paise: fee,
        refunded_paise: refunded,
        fee_refunded_paise: feeRefunded,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The start of the hour or day in Kolkata. */
function startOf(span: Span, atMs: number): Date {
  const local = atMs + kolkataOffsetMs
  return new Date(local - (local % spanMs[span]) - kolkataOffsetMs)
}

function dayAfter(startsAt: Date): Date {
  return new Date(startsAt.getTime() + spanMs.day)
}

async function listClosedDays({ db }: Context, from: Date): Promise<PeriodFigures[]> {
  const { rows } = await sql<PeriodFigures>`
    select starts_at as "startsAt", calls, minutes, charged_paise as charged, fee_paise as fee, refunded_paise as refunded,
      fee_refunded_paise as "feeRefunded"
    from day_figures where starts_at >= ${from} order by starts_at`.execute(db)
  return rows
}

/**
 * Reads sales from sessions and bookings, each through one index, and refunds from the ledger. A fee without minutes
 * counts as money, but not as a call.
 */
async function sumFigures(
  { db }: Context,
  { span, from, until }: { span: Span; from: Date; until: Date },
): Promise<PeriodFigures[]> {
  const step = sql`make_interval(secs => ${spanMs[span] / 1_000})`
  const { rows } = await sql<PeriodFigures>`
    with periods as (
      select starts from generate_series(${from}::timestamptz, ${until}::timestamptz - ${step}, ${step}) starts
    ), paid as (
      select settled_at as at, billed_minutes as minutes, charged_paise as charged, share_percent
      from help_sessions where billed_minutes > 0 and settled_at >= ${from} and settled_at < ${until}
      union all
      select settled_at, 0, charged_paise, share_percent
      from help_sessions where billed_minutes = 0 and charged_paise > 0 and settled_at >= ${from} and settled_at < ${until}
      union all
      select closed_at, 0, fee_paise, share_percent
      from bookings where fee_paise > 0 and closed_at >= ${from} and closed_at < ${until}
    ), sold as (
      select date_bin(${step}, at, ${from}) as starts, count(*) filter (where minutes > 0)::integer as calls, sum(minutes)::integer as minutes,
        sum(charged)::bigint as charged, sum(charged - charged * share_percent / 100)::bigint as fee
      from paid group by 1
    ), refunds as (
      select date_bin(${step}, o.at, ${from}) as starts, sum(t.amount_paise)::bigint as refunded,
        coalesce(sum(t.amount_paise) filter (where debited.kind = 'platform_fee'), 0)::bigint as fee_refunded
      from ledger_operations o
      join ledger_transfers t on t.operation_id = o.id
      join ledger_accounts debited on debited.id = t.debit_account
      join ledger_accounts credited on credited.id = t.credit_account and credited.kind = 'student_wallet'
      where o.kind = 'refund' and o.at >= ${from} and o.at < ${until}
      group by 1
    )
    select starts as "startsAt", coalesce(calls, 0) as calls, coalesce(minutes, 0) as minutes, coalesce(charged, 0) as charged,
      coalesce(fee, 0) as fee, coalesce(refunded, 0) as refunded, coalesce(fee_refunded, 0) as "feeRefunded"
    from periods left join sold using (starts) left join refunds using (starts)
    order by starts`.execute(db)
  return rows
}
