import { calendarFeedCountKey, countInHour } from '#domain/accounts/hourly-counts.server.ts'
import { hashToken, newToken } from '#domain/accounts/tokens.server.ts'
import { toFeedEntry } from '#domain/bookings/calendar-entry.server.ts'
import { writeCalendarFeed } from '#domain/bookings/calendar-file.server.ts'
import type { CalendarFeed } from '#domain/bookings/contract.ts'
import { listFeedBookings } from '#domain/bookings/queries.server.ts'
import { contentVersion } from '#domain/content-version.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { findScheduleZone } from '#domain/schedule/queries.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { calendarReadMinutes, feedPastDays, feedRequestsPerHour } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'
import { Refusal } from '#kernel/refusals.ts'
import { daysLater } from '#kernel/time.ts'

/** Creates the private URL of the expert's feed. An existing one stays. */
export async function startCalendarFeed(ctx: Context): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { id } = ctx.actor
  if (!(await findScheduleZone(ctx, id))) throw new Refusal('schedule_missing')
  await ctx.db
    .insertInto('calendar_feeds')
    .values({ expert_id: id, ...newTokenColumns(ctx, id) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  ctx.publish(`rings:${id}`, { type: 'changed' })
}

/** Replaces the private URL. The earlier one stops at once. */
export async function renewCalendarFeed(ctx: Context): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { id } = ctx.actor
  const renewed = await ctx.db
    .updateTable('calendar_feeds')
    .set(newTokenColumns(ctx, id))
    .where('expert_id', '=', id)
    .returning('expert_id')
    .executeTakeFirst()
  if (!renewed) throw new Refusal('no_calendar_feed')
  ctx.publish(`rings:${id}`, { type: 'changed' })
}

/** Switches the feed off. A missing one is not an error. */
export async function stopCalendarFeed(ctx: Context): Promise<void> {
  allow(ctx.actor, 'approvedExpert')
  const { id } = ctx.actor
  await ctx.db.deleteFrom('calendar_feeds').where('expert_id', '=', id).execute()
  ctx.publish(`rings:${id}`, { type: 'changed' })
}

/** The hash finds the feed. The sealed token is shown again, so that the expert can add it to another device. */
function newTokenColumns({ sealer, clock }: Context, id: AccountId) {
  const { token, tokenHash } = newToken()
  return {
    token_hash: tokenHash,
    sealed_token: sealer.seal(token, { purpose: 'calendar feed', rowId: id }),
    created_at: clock.now(),
    used_at: null,
  }
}

/** Returns the feed of the actor. Null while it is off. */
export async function findOwnCalendarFeed(
  ctx: Context,
  { origin }: Pick<Product, 'origin'>,
): Promise<CalendarFeed | null> {
  allow(ctx.actor, 'approvedExpert')
  const { id } = ctx.actor
  const row = await ctx.db
    .selectFrom('calendar_feeds')
    .select(['sealed_token', 'created_at', 'used_at'])
    .where('expert_id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const token = ctx.sealer.open(row.sealed_token, { purpose: 'calendar feed', rowId: id })
  return { url: `${origin}/calendars/${token}.ics`, createdAt: row.created_at, usedAt: row.used_at }
}

/**
 * Returns the feed with this token, which is the proof. `version` changes with the content. Experts who may not teach
 * have no feed, like a token that was replaced.
 */
export async function getCalendarFeed(
  ctx: Context & { product: Product },
  token: string,
): Promise<{ content: string; version: string }> {
  const expertId = await findFeedOwner(ctx, token)
  if (!expertId) throw new Refusal('nothing_there')
  const { product, clock, db } = ctx
  const now = clock.now()
  const limit = { key: calendarFeedCountKey(expertId), max: feedRequestsPerHour, refusal: 'too_fast' } as const
  await countInHour(db, limit, now)
  await db.updateTable('calendar_feeds').set({ used_at: now }).where('expert_id', '=', expertId).execute()
  const bookings = await listFeedBookings(ctx, { expertId, from: daysLater(now, -feedPastDays) })
  const entries = bookings.map(({ booking, sequence }) => toFeedEntry(booking, { sequence, product, now }))
  const feed = { name: `${product.name} bookings`, refreshMinutes: calendarReadMinutes, entries }
  return { content: writeCalendarFeed(feed), version: hashEntries(entries) }
}

async function findFeedOwner({ db }: Context, token: string): Promise<AccountId | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const row = await db
    .selectFrom('calendar_feeds')
    .innerJoin('experts', 'experts.user_id', 'calendar_feeds.expert_id')
    .select('calendar_feeds.expert_id')
    .where('token_hash', '=', hashToken(token))
    .where('experts.approval', '=', 'approved')
    .executeTakeFirst()
  return row?.expert_id ?? null
}

/** Leaves out the time of writing, which changes with every request. */
function hashEntries(entries: ReturnType<typeof toFeedEntry>[]): string {
  const content = entries.map(({ writtenAt: _writtenAt, ...entry }) => entry)
  return contentVersion(content)
}

/** Encrypts the tokens again if the data key has changed. Returns the number of changed rows. */
export async function resealCalendarFeeds(ctx: Context): Promise<number> {
  allow(ctx.actor, 'system')
  const { sealer } = ctx
  const rows = await ctx.db.selectFrom('calendar_feeds').select(['expert_id', 'sealed_token']).execute()
  let count = 0
  for (const { expert_id, sealed_token } of rows.filter((row) => !sealer.isCurrent(row.sealed_token))) {
    const field = { purpose: 'calendar feed', rowId: expert_id } as const
    const { numUpdatedRows } = await ctx.db
      .updateTable('calendar_feeds')
      .set({ sealed_token: sealer.seal(sealer.open(sealed_token, field), field) })
      .where('expert_id', '=', expert_id)
      // Keeps a token that was replaced meanwhile.
      .where('sealed_token', '=', sealed_token)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count
}
