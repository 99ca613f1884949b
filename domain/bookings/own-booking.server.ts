import type { CancelTerms } from '#domain/bookings/contract.ts'
import { bookingPrice, noShowDecisionAt } from '#domain/bookings/rules.ts'
import type { BookingState } from '#domain/bookings/states.ts'
import type { Context } from '#domain/context.server.ts'
import { roleInSession } from '#domain/sessions/transition-session.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { enqueue } from '#platform/jobs/port.ts'

export type OwnBooking = {
  id: SessionId
  studentId: AccountId
  expertId: AccountId
  state: BookingState
  /** The actor's side, or the system. */
  by: Side | 'system'
  startsAt: Date
  endsAt: Date
  minutes: number
  ratePaisePerMinute: Paise
  sharePercent: number
  price: Paise
  moves: number
  terms: CancelTerms
  cancelledBy: string | null
}

/** Locks the booking until the end of the transaction. All but its participants get `no_such_booking`. */
export async function lockOwnBooking(ctx: Context, id: SessionId): Promise<OwnBooking> {
  return toOwnBooking(ctx, await selectBooking(ctx, id).forUpdate().executeTakeFirst())
}

/** Reads the booking without a lock, for a preview or for facts that never change, such as its participants. */
export async function getOwnBooking(ctx: Context, id: SessionId): Promise<OwnBooking> {
  return toOwnBooking(ctx, await selectBooking(ctx, id).executeTakeFirst())
}

/** Enqueues the no-show decision. After a reschedule, the same job key replaces the earlier job. */
export async function enqueueNoShowDecision(ctx: Context, id: SessionId, startsAt: Date): Promise<void> {
  const plan = { key: `decide booking ${id}`, runAt: noShowDecisionAt(startsAt) }
  await enqueue(ctx.db, 'decide_booking', { bookingId: id }, plan)
}

/**
 * Notifies the pages of both sides. Call it after the commit, or inside a transaction that publishes after the
 * commit.
 */
export function publishBookingChange(
  ctx: Context,
  { studentId, expertId }: Pick<OwnBooking, 'studentId' | 'expertId'>,
): void {
  for (const id of [studentId, expertId]) ctx.publish(`rings:${id}`, { type: 'changed' })
}

function selectBooking({ db }: Context, id: SessionId) {
  return db
    .selectFrom('bookings')
    .select(['id', 'student_id', 'expert_id', 'state', 'starts_at', 'ends_at', 'minutes', 'moves'])
    .select(['rate_paise_per_minute', 'share_percent', 'cancel_terms', 'cancelled_by'])
    .where('id', '=', id)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectBooking>['executeTakeFirst']>>

function toOwnBooking(ctx: Context, row: Row): OwnBooking {
  const by = row && roleInSession(ctx.actor, row)
  if (!row || !by) throw new Refusal('no_such_booking')
  const ratePaisePerMinute = paise(row.rate_paise_per_minute)
  return {
    id: row.id,
    studentId: row.student_id,
    expertId: row.expert_id,
    state: row.state,
    by,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    minutes: row.minutes,
    ratePaisePerMinute,
    sharePercent: row.share_percent,
    price: bookingPrice({ minutes: row.minutes, ratePaisePerMinute }),
    moves: row.moves,
    terms: row.cancel_terms,
    cancelledBy: row.cancelled_by,
  }
}
