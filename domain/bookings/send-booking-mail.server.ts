import type { BookingView } from '#domain/bookings/contract.ts'
import { toCalendarEntry } from '#domain/bookings/calendar-entry.server.ts'
import { writeCalendarFile } from '#domain/bookings/calendar-file.server.ts'
import { findMailedBooking } from '#domain/bookings/queries.server.ts'
import { bookingPath } from '#domain/bookings/rules.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { Side } from '#domain/sessions/states.ts'
import { bookingJoinEarlyMinutes, bookingNoShowMinutes, freeCancelHours } from '#kernel/limits.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import type { Product } from '#kernel/product.ts'
import { dayAndTime } from '#kernel/time.ts'
import type { Jobs } from '#platform/jobs/port.ts'
import { renderMail } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/port.ts'

type BookingChange = Jobs['send_booking_mail']['news']

/**
 * Job: mails one participant about a change of a booking, with a calendar entry. If the booking has changed again,
 * the job of that change sends the mail instead. Repeated runs use the same idempotency key.
 */
export async function sendBookingMail(
  ctx: Context & { mailer: Mailer; product: Product },
  { bookingId, profileId, news: change }: Jobs['send_booking_mail'],
): Promise<void> {
  allow(ctx.actor, 'system')
  const mailed = await findMailedBooking(ctx, { bookingId, profileId })
  if (!mailed || !isStillCurrent(change, mailed.booking)) return
  const { booking, reader, zone, sequence } = mailed
  const { product } = ctx
  const { heading, paragraphs } = mailTexts[change](booking, zone)
  const url = product.origin + bookingPath(booking)
  const isActive = booking.state === 'booked' || booking.state === 'begun'
  const body = renderMail({
    product,
    heading,
    paragraphs: [`Hello ${reader.name},`, ...paragraphs],
    action: { label: isActive ? 'Open the booking' : 'See the booking', url },
  })
  const method = isActive ? 'REQUEST' : 'CANCEL'
  const entry = toCalendarEntry(booking, { method, sequence, reader, product, now: ctx.clock.now() })
  // A missed session stays in the calendar, because it is over and not cancelled.
  const calendar = change === 'missed' ? {} : { calendar: { method, content: writeCalendarFile(entry) } as const }
  const mail = { to: reader.email, subject: heading, ...body, ...calendar }
  await ctx.mailer.send(mail, `booking ${booking.id} ${change} ${sequence} ${profileId}`)
}

function isStillCurrent(change: BookingChange, { state }: BookingView): boolean {
  if (change === 'booked' || change === 'moved') return state === 'booked' || state === 'begun'
  return state === change
}

type BookingMailText = (booking: BookingView, zone: string) => MailText
type MailText = { heading: string; paragraphs: string[] }

const mailTexts: Record<BookingChange, BookingMailText> = {
  booked: (booking, zone) => ({
    heading:
      booking.side === 'student'
        ? `Your session with ${booking.expertName} is booked`
        : `${booking.studentName} has booked a session with you`,
    paragraphs: [timeText(booking, zone), priceText(booking), joinText, cancelText(booking)],
  }),
  moved: (booking, zone) => ({
    heading: `Your session with ${otherName(booking)} has a new time`,
    paragraphs: [timeText(booking, zone), 'Your calendar entry moves to the new time.', joinText],
  }),
  cancelled: (booking, zone) => ({
    heading: `Your session with ${otherName(booking)} is cancelled`,
    paragraphs: [
      `${nameOfSide(booking, booking.cancelledBy)} cancelled the session of ${dayAndTime(booking.startsAt, zone)} (${zone}).`,
      outcomeText(booking),
    ],
  }),
  missed: (booking, zone) => ({
    heading: `Your session with ${otherName(booking)} did not take place`,
    paragraphs: [`${absentText(booking)} (${dayAndTime(booking.startsAt, zone)}, ${zone}).`, outcomeText(booking)],
  }),
}

const joinText = `Both of you can join from ${bookingJoinEarlyMinutes} minutes before the start. Anyone who has not joined ${bookingNoShowMinutes} minutes after the start counts as absent.`

function timeText({ startsAt, minutes, callType }: BookingView, zone: string): string {
  return `${dayAndTime(startsAt, zone)} (${zone}), ${minutes} minutes, ${callType === 'video' ? 'video call' : 'audio call'}.`
}

function priceText({ side, pricePaise }: BookingView): string {
  return side === 'student'
    ? `${formatRupees(pricePaise)} is on hold in your wallet for this session. You pay for the minutes that you use.`
    : `${formatRupees(pricePaise)} is on hold for this session. You are paid for the minutes that you talk.`
}

function cancelText({ side, pricePaise, lateFeePaise }: BookingView): string {
  return side === 'student'
    ? `Cancelling costs nothing up to ${freeCancelHours} hours before the start, and ${formatRupees(lateFeePaise)} of the ${formatRupees(pricePaise)} after that.`
    : 'If you cannot join, please cancel as early as you can. Everything then returns to the student.'
}

function outcomeText({ side, feePaise, pricePaise }: BookingView): string {
  const fee = feePaise ?? paise(0)
  if (side === 'expert') {
    return fee > 0
      ? `The student pays a fee of ${formatRupees(fee)}, of which your share is in your earnings.`
      : 'The student paid nothing for it.'
  }
  const returned = paise(pricePaise - fee)
  return fee > 0
    ? `You pay ${formatRupees(fee)}. ${formatRupees(returned)} is back in your wallet.`
    : `The whole ${formatRupees(returned)} is back in your wallet.`
}

function absentText(booking: BookingView): string {
  if (booking.absent === 'both') return 'Nobody joined the session'
  if (booking.absent === 'neither') return 'You both joined, but not at the same time'
  return `${nameOfSide(booking, booking.absent)} did not join the session`
}

function nameOfSide({ studentName, expertName }: BookingView, side: Side | null): string {
  return side === 'student' ? studentName : expertName
}

function otherName(booking: BookingView): string {
  return booking.side === 'student' ? booking.expertName : booking.studentName
}
