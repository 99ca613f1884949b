import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { callBeforeBookingMinutes, callMaxHours } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

/*
 * Reserved time of experts. A call reserves the time until its cut-off, so that bookings made during the call come
 * after it. The table itself refuses overlaps.
 */

/**
 * Returns the time at which a call must end: the expert's next booking, minus the buffer. A booked call passes its own
 * end as `after`. Locks the schedule until the end of the transaction, as every booking does.
 */
export async function getCutOff(
  ctx: Context,
  expertId: AccountId,
  { now, after }: { now: Date; after?: Date },
): Promise<Date> {
  const bufferMinutes = await lockSchedule(ctx, expertId)
  const next = bufferMinutes === null ? null : await findNextBooked(ctx, { expertId, after })
  const longestMs = now.getTime() + callMaxHours * 3_600_000
  if (!next) return new Date(longestMs)
  const cutAtMs = Math.min(longestMs, next.getTime() - (bufferMinutes ?? 0) * 60_000)
  if (cutAtMs < now.getTime() + callBeforeBookingMinutes * 60_000) throw new Refusal('expert_booked_soon')
  return new Date(cutAtMs)
}

async function lockSchedule({ db }: Context, expertId: AccountId): Promise<number | null> {
  const row = await db
    .selectFrom('schedules')
    .select('buffer_minutes')
    .where('expert_id', '=', expertId)
    .forUpdate()
    .executeTakeFirst()
  return row ? row.buffer_minutes : null
}

/** Returns the start of the next booking that is running or upcoming, or that starts at or after `after`. */
async function findNextBooked(
  ctx: Context,
  { expertId, after }: { expertId: AccountId; after: Date | undefined },
): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(lower(during)) as next from expert_time
    where expert_id = ${expertId} and kind = 'booking' and upper(during) > ${ctx.clock.now()}
      and lower(during) >= coalesce(${after ?? null}::timestamptz, '-infinity')`.execute(ctx.db)
  return rows[0]?.next ?? null
}

type ReservedTime = { subjectId: SessionId; from: Date; to: Date }

/** Reserves the time for a booking. Returns false when part of it is already reserved. */
export async function reserveTime(
  { db }: Context,
  { subjectId, expertId, from, to }: ReservedTime & { expertId: AccountId },
): Promise<boolean> {
  const reserved = await db
    .insertInto('expert_time')
    .values({ subject_id: subjectId, expert_id: expertId, during: toRange({ from, to }), kind: 'booking' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject_id')
    .executeTakeFirst()
  return reserved !== undefined
}

export async function moveTime({ db }: Context, { subjectId, from, to }: ReservedTime): Promise<void> {
  await db
    .updateTable('expert_time')
    .set({ during: toRange({ from, to }) })
    .where('subject_id', '=', subjectId)
    .execute()
}

export async function extendTime(
  { db }: Context,
  { subjectId, until }: { subjectId: SessionId; until: Date },
): Promise<void> {
  await db
    .updateTable('expert_time')
    .set({ during: sql`tstzrange(lower(during), ${until})` })
    .where('subject_id', '=', subjectId)
    .execute()
}

export async function releaseTime({ db }: Context, subjectId: SessionId): Promise<void> {
  await db.deleteFrom('expert_time').where('subject_id', '=', subjectId).execute()
}

function toRange({ from, to }: { from: Date; to: Date }) {
  return sql<string>`tstzrange(${from}, ${to})`
}
