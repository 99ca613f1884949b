import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { callBeforeBookingMinutes, callMaxHours } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

/*
 * Reserved time of experts. A call reserves time up to an instant that is known at its start, so that bookings made
 * meanwhile come after it. The table itself refuses overlaps.
 */

/**
 * Returns when a call must end: before the expert's next booking, minus the buffer. A booked call passes its own end
 * as `after`. Locks the schedule until the end of the transaction, as every booking does, so that neither misses the
 * other.
 */
export async function getCutOff(
  ctx: Context,
  expertId: AccountId,
  { now, after }: { now: Date; after?: Date },
): Promise<Date> {
  const bufferMinutes = await lockSchedule(ctx, expertId)
  const next = bufferMinutes === null ? null : await findNextBooked(ctx, { expertId, after })
  const longest = now.getTime() + callMaxHours * 3_600_000
  if (!next) return new Date(longest)
  const cutAt = Math.min(longest, next.getTime() - (bufferMinutes ?? 0) * 60_000)
  if (cutAt < now.getTime() + callBeforeBookingMinutes * 60_000) throw new Refusal('expert_booked_soon')
  return new Date(cutAt)
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

type Taken = { subjectId: SessionId; from: Date; to: Date }

/** Reserves the time for a booking. Returns false when part of it is already reserved. */
export async function takeTime(
  { db }: Context,
  { subjectId, expertId, from, to }: Taken & { expertId: AccountId },
): Promise<boolean> {
  const taken = await db
    .insertInto('expert_time')
    .values({ subject_id: subjectId, expert_id: expertId, during: range({ from, to }), kind: 'booking' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function moveTime({ db }: Context, { subjectId, from, to }: Taken): Promise<void> {
  await db
    .updateTable('expert_time')
    .set({ during: range({ from, to }) })
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

export async function freeTime({ db }: Context, subjectId: SessionId): Promise<void> {
  await db.deleteFrom('expert_time').where('subject_id', '=', subjectId).execute()
}

function range({ from, to }: { from: Date; to: Date }) {
  return sql<string>`tstzrange(${from}, ${to})`
}
