import type { z } from 'zod'
import { requireConfirmedEmail } from '#domain/accounts/profile-rows.server.ts'
import { type BookingRequest, bookingRequest } from '#domain/bookings/contract.ts'
import { enqueueNoShowDecision, publishBookingChange } from '#domain/bookings/own-booking.server.ts'
import { planReminders } from '#domain/bookings/remind-of-booking.server.ts'
import { bookingPrice } from '#domain/bookings/rules.ts'
import { notifyBothSides } from '#domain/bookings/notify-both-sides.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type Callee, lockApproval } from '#domain/experts/queries.server.ts'
import { getOwnQuestionFile } from '#domain/files/queries.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { reserveTime } from '#domain/schedule/expert-time.server.ts'
import { requireOfferedSlot } from '#domain/schedule/require-offered-slot.server.ts'
import { lockAvailability } from '#domain/schedule/schedule-rows.server.ts'
import {
  holdFirstMinutes,
  readRequest,
  refuseBlocked,
  requireCurrentRate,
  requireEarlierSession,
  refuseSuspended,
  type StudentRequest,
} from '#domain/sessions/student-request.server.ts'
import { publishWalletChanges } from '#domain/wallet/queries.server.ts'
import { wasHeld } from '#domain/wallet/session-money.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { minutesLater } from '#kernel/time.ts'
import { findZone } from '#kernel/zones.ts'

/**
 * A student books a slot: reserves the time, holds the full price and notifies both sides, all in one transaction.
 * Repeating the request with the same id returns the same booking.
 */
export async function bookSession(ctx: Context, input: BookingRequest): Promise<SessionId> {
  if (ctx.actor.kind === 'visitor') throw new Refusal('not_signed_in_to_ask')
  allow(ctx.actor, 'student')
  const request = await readRequest(ctx, bookingRequest, input)
  if (!findZone(request.zone)) throw new Refusal('unknown_zone')
  if (await isRepeatedBooking(ctx, request)) return request.id
  await requireConfirmedEmail(ctx.db, request.student.id)
  requireCurrentRate(request)
  if (request.continues) await requireEarlierSession(ctx, request.continues, request)
  await inTransaction(ctx, (txCtx) => book(txCtx, request))
  return request.id
}

type BookingInput = StudentRequest<z.infer<typeof bookingRequest>>

async function book(ctx: Context, request: BookingInput): Promise<void> {
  const { id, student, callee, startsAt, minutes } = request
  const { accountId: expertId, ratePaisePerMinute } = callee
  await refuseBlocked(ctx, student.id, expertId)
  const availability = await lockAvailability(ctx, expertId)
  // A concurrent request with the same id may have been committed first.
  if (await isRepeatedBooking(ctx, request)) return
  await requireOfferedSlot(ctx, availability, { expertId, startsAt, minutes })
  await insertBooking(ctx, request)
  await refuseSuspended(ctx, student.id)
  await refuseUnapproved(ctx, callee)
  const amount = bookingPrice({ minutes, ratePaisePerMinute })
  await holdFirstMinutes(ctx, { studentId: student.id, sessionId: id, amount })
  await enqueueNoShowDecision(ctx, id, startsAt)
  await planReminders(ctx, { id, startsAt })
  await notifyBothSides(ctx, { id, studentId: student.id, expertId, startsAt, by: 'student' }, 'booked')
  publishWalletChanges(ctx, student.id)
  publishBookingChange(ctx, { studentId: student.id, expertId })
}

/**
 * The expert may be suspended at the same moment. This lock waits for that transaction, so the booking is either
 * refused here or cancelled by the job that follows the suspension.
 */
async function refuseUnapproved(ctx: Context, { expertId }: Callee): Promise<void> {
  if (!(await lockApproval(ctx, expertId))) throw new Refusal('no_such_expert')
}

async function insertBooking(ctx: Context, request: BookingInput): Promise<void> {
  const { id, student, callee, startsAt, minutes } = request
  const endsAt = minutesLater(startsAt, minutes)
  const file = request.fileKey === null ? null : await getOwnQuestionFile(ctx, student.id, request.fileKey)
  const inserted = await ctx.db
    .insertInto('bookings')
    .values({
      id,
      student_id: student.id,
      expert_id: callee.accountId,
      call_type: request.callType,
      question: request.question,
      file_key: request.fileKey,
      file_name: file?.name ?? null,
      file_type: file?.type ?? null,
      starts_at: startsAt,
      ends_at: endsAt,
      student_zone: request.zone,
      minutes,
      rate_paise_per_minute: callee.ratePaisePerMinute,
      share_percent: callee.sharePercent,
      booked_at: ctx.clock.now(),
      continues_id: request.continues ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new Refusal('own_booking_overlaps')
  const isReserved = await reserveTime(ctx, { subjectId: id, expertId: callee.accountId, from: startsAt, to: endsAt })
  if (!isReserved) throw new Refusal('slot_taken')
}

async function isRepeatedBooking(ctx: Context, request: BookingInput): Promise<boolean> {
  // Before the row, because a concurrent copy of this request commits both together.
  const isHeld = await wasHeld(ctx, request.id)
  const earlier = await ctx.db
    .selectFrom('bookings')
    .select(['student_id', 'expert_id', 'question', 'file_key', 'call_type', 'minutes', 'starts_at', 'moves'])
    .select('continues_id')
    .where('id', '=', request.id)
    .executeTakeFirst()
  if (!earlier) {
    // Money was held for this id, so it belongs to a session.
    if (isHeld) throw new Refusal('other_request')
    return false
  }
  const isSame =
    earlier.student_id === request.student.id &&
    earlier.expert_id === request.callee.accountId &&
    earlier.question === request.question &&
    earlier.file_key === request.fileKey &&
    earlier.call_type === request.callType &&
    earlier.minutes === request.minutes &&
    earlier.continues_id === (request.continues ?? null) &&
    (earlier.moves > 0 || earlier.starts_at.getTime() === request.startsAt.getTime())
  if (!isSame) throw new Refusal('other_request')
  return true
}
