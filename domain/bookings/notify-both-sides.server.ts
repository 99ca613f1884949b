import type { OwnBooking } from '#domain/bookings/own-booking.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { NotificationFacts } from '#domain/notifications/contract.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { findScheduleZone } from '#domain/schedule/queries.server.ts'
import type { Side } from '#domain/sessions/states.ts'
import type { AccountId } from '#kernel/ids.ts'
import { defaultZone } from '#kernel/zones.ts'
import { enqueue, type Jobs } from '#platform/jobs/port.ts'

type BookingChange = Jobs['send_booking_mail']['news']
type ChangedBooking = Pick<OwnBooking, 'id' | 'studentId' | 'expertId' | 'startsAt' | 'by'>

const notificationWhat: Record<BookingChange, NotificationFacts['booking']['what']> = {
  booked: 'made',
  moved: 'changed',
  cancelled: 'called_off',
  missed: 'missed',
}

/**
 * Notifies both sides of a change, in the same transaction as the change. Each gets a mail with a calendar entry from
 * a job of its own, so that one failure does not stop the other. The side that made the change gets no notification.
 */
export async function notifyBothSides(ctx: Context, booking: ChangedBooking, change: BookingChange): Promise<void> {
  const { id: bookingId, startsAt, by } = booking
  for (const { side, to, about, zone, sequence } of await listRecipients(ctx, booking)) {
    await enqueue(ctx.db, 'send_booking_mail', { bookingId, profileId: to, news: change })
    if (side === by) continue
    const facts = { what: notificationWhat[change], bookingId, side, startsAt: startsAt.toISOString(), zone }
    // The key contains the sequence instead of the time: a booking moved back and forth is notified each time.
    const once = `booking ${bookingId} ${change} ${sequence}`
    await notify(ctx, { to, kind: 'booking', facts, about, once })
  }
}

/** Notifies both sides that their session begins in this many minutes. */
export async function notifyReminder(ctx: Context, booking: ChangedBooking, minutesBefore: number): Promise<void> {
  const { id: bookingId, startsAt } = booking
  for (const { side, to, about, zone } of await listRecipients(ctx, booking)) {
    const facts = { bookingId, side, startsAt: startsAt.toISOString(), zone, minutesBefore }
    const once = `reminder ${bookingId} ${facts.startsAt} ${minutesBefore}`
    await notify(ctx, { to, kind: 'reminder', facts, about, once })
  }
}

type BookingRecipient = { side: Side; to: AccountId; about: AccountId; zone: string; sequence: number }

/** Returns both sides, each with the time zone that they planned in and the number of changes so far. */
async function listRecipients(ctx: Context, { id, studentId, expertId }: ChangedBooking): Promise<BookingRecipient[]> {
  const { sequence, student_zone } = await ctx.db
    .selectFrom('bookings')
    .select(['student_zone', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const expertZone = (await findScheduleZone(ctx, expertId)) ?? defaultZone
  return [
    { side: 'student', to: studentId, about: expertId, zone: student_zone, sequence },
    { side: 'expert', to: expertId, about: studentId, zone: expertZone, sequence },
  ]
}
