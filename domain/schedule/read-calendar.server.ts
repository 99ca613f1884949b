import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { openUrl } from '#domain/schedule/external-calendar.server.ts'
import { bookableUntil } from '#domain/schedule/rules.ts'
import type { AccountId } from '#kernel/ids.ts'
import { calendarReadMinutes, calendarRetryMaxMinutes, calendarSpareDays } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'
import { daysLater, minutesLater } from '#kernel/time.ts'
import type { Database } from '#platform/db/database.ts'
import { enqueue, enqueueAll, type Jobs } from '#platform/jobs/port.ts'
import { type BusySpan, type CalendarResult, type Calendars, UnreadableCalendar } from '#platform/calendars/port.ts'

/** Enqueues the reading of one calendar as soon as possible. */
export function enqueueReading(db: Database, expertId: AccountId): Promise<void> {
  return enqueue(db, 'read_calendar', { expertId }, { key: jobKey(expertId) })
}

/** Runs as a job every few minutes: enqueues the reading of each calendar that is due. */
export async function enqueueDueCalendars(ctx: Context): Promise<void> {
  allow(ctx.actor, 'system')
  const due = await ctx.db
    .selectFrom('external_calendars')
    .select('expert_id')
    .where('next_read_at', '<=', ctx.clock.now())
    .orderBy('next_read_at')
    .execute()
  const jobs = due.map(({ expert_id: expertId }) => ({ payload: { expertId }, key: jobKey(expertId) }))
  await enqueueAll(ctx.db, 'read_calendar', jobs)
}

function jobKey(expertId: AccountId): string {
  return `read calendar ${expertId}`
}

type ReadingContext = Context & { calendars: Pick<Calendars, 'read'>; product: Pick<Product, 'origin'> }

/** Job: reads the other calendar of an expert. A failure keeps the known busy times, and the expert sees its reason. */
export async function readCalendar(ctx: ReadingContext, { expertId }: Jobs['read_calendar']): Promise<void> {
  allow(ctx.actor, 'system')
  const calendar = await findCalendar(ctx, expertId)
  if (!calendar) return
  const { product, clock } = ctx
  const now = clock.now()
  const within = { from: daysLater(now, -1), to: daysLater(bookableUntil(now), calendarSpareDays) }
  try {
    const result = await ctx.calendars.read(openUrl(ctx, calendar), {
      zone: calendar.zone,
      within: { from: within.from.getTime(), to: within.to.getTime() },
      ownHost: new URL(product.origin).hostname,
      ...findValidators(calendar, now),
    })
    await saveResult(ctx, calendar, { result, coversUntil: within.to })
  } catch (error) {
    if (!(error instanceof UnreadableCalendar)) throw error
    await saveFailure(ctx, calendar, error)
  }
  ctx.publish(`rings:${expertId}`, { type: 'changed' })
}

type StoredCalendar = NonNullable<Awaited<ReturnType<typeof findCalendar>>>

function findCalendar({ db }: Context, expertId: AccountId) {
  return db
    .selectFrom('external_calendars')
    .innerJoin('schedules', 'schedules.expert_id', 'external_calendars.expert_id')
    .select(['external_calendars.expert_id', 'id', 'sealed_url', 'etag', 'last_modified', 'read_zone', 'covers_until'])
    .select(['failures', 'zone'])
    .where('external_calendars.expert_id', '=', expertId)
    .executeTakeFirst()
}

/**
 * A calendar that has not changed is not sent again. But repeated events continue, so a calendar is read as a whole
 * before its stored busy times end, and when its whole days begin at another midnight.
 */
function findValidators({ etag, last_modified, read_zone, covers_until, zone }: StoredCalendar, now: Date) {
  const covers = covers_until !== null && covers_until >= daysLater(bookableUntil(now), 1) && read_zone === zone
  return covers ? { etag, lastModified: last_modified } : { etag: null, lastModified: null }
}

async function saveResult(
  ctx: Context,
  { id, expert_id: expertId, zone }: StoredCalendar,
  { result, coversUntil }: { result: CalendarResult; coversUntil: Date },
): Promise<void> {
  const now = ctx.clock.now()
  const content =
    result === 'unchanged'
      ? {}
      : {
          etag: result.etag,
          last_modified: result.lastModified,
          read_zone: zone,
          covers_until: coversUntil,
          skipped_events: result.skippedEvents,
        }
  const success = {
    read_at: now,
    next_read_at: minutesLater(now, calendarReadMinutes),
    requested_at: null,
    failing_since: null,
    failures: 0,
    problem: null,
    problem_status: null,
  }
  await inTransaction(ctx, async ({ db }) => {
    const saved = await db
      .updateTable('external_calendars')
      .set({ ...content, ...success })
      // The expert may have connected another calendar meanwhile.
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (saved && result !== 'unchanged') await replaceBusyTimes(db, expertId, result.busy)
  })
}

async function replaceBusyTimes(db: Database, expertId: AccountId, busy: BusySpan[]): Promise<void> {
  await db.deleteFrom('busy_times').where('expert_id', '=', expertId).execute()
  const toTexts = (end: keyof BusySpan) => busy.map((span) => new Date(span[end]).toISOString())
  await sql`insert into busy_times (expert_id, during)
    select ${expertId}, tstzrange(spans.starts_at, spans.ends_at)
    from unnest(${toTexts('from')}::timestamptz[], ${toTexts('to')}::timestamptz[]) spans (starts_at, ends_at)`.execute(
    db,
  )
}

async function saveFailure(
  { db, clock }: Context,
  { id, failures }: StoredCalendar,
  { problem, status }: UnreadableCalendar,
): Promise<void> {
  const now = clock.now()
  const waitMinutes = Math.min(calendarReadMinutes * 2 ** failures, calendarRetryMaxMinutes)
  await db
    .updateTable('external_calendars')
    .set(({ fn, val }) => ({
      failing_since: fn.coalesce('failing_since', val(now)),
      failures: failures + 1,
      problem,
      problem_status: status,
      requested_at: null,
      next_read_at: minutesLater(now, waitMinutes),
    }))
    .where('id', '=', id)
    .execute()
}
