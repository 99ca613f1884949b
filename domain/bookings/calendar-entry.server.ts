import type { BookingView } from '#domain/bookings/contract.ts'
import { type CalendarFileEntry, type FeedEntry, writeCalendarFile } from '#domain/bookings/calendar-file.server.ts'
import { getBooking } from '#domain/bookings/queries.server.ts'
import { bookingPath } from '#domain/bookings/rules.ts'
import type { Context } from '#domain/context.server.ts'
import { shortName } from '#kernel/initials.ts'
import { bookingJoinEarlyMinutes } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Returns a calendar file for one participant to download. Later mails update the same entry. */
export async function getCalendarFile(ctx: Context & { product: Product }, id: string): Promise<string> {
  const booking = await getBooking(ctx, id)
  if (booking.side === null) throw new Refusal('no_such_booking')
  if (booking.state === 'cancelled') throw new Refusal('booking_moved_on')
  const { sequence, name, email } = await ctx.db
    .selectFrom('bookings')
    .innerJoin('profiles', 'profiles.id', `bookings.${booking.side}_id`)
    .select(['sequence', 'full_name as name', 'email'])
    .where('bookings.id', '=', booking.id)
    .executeTakeFirstOrThrow()
  const { product, clock } = ctx
  const reader = { name, email }
  return writeCalendarFile(toCalendarEntry(booking, { method: 'PUBLISH', sequence, reader, product, now: clock.now() }))
}

type Version = Pick<CalendarFileEntry, 'method' | 'sequence'> & {
  reader: CalendarFileEntry['attendee']
  product: Product
  now: Date
}

/** Describes a booking as an entry in this reader's calendar. */
export function toCalendarEntry(
  booking: BookingView,
  { method, sequence, reader, product, now }: Version,
): CalendarFileEntry {
  const name = booking.side === 'student' ? booking.expertName : booking.studentName
  return { ...describeBooking(booking, { sequence, name, product, now }), method, attendee: reader }
}

type FeedVersion = { sequence: number; product: Product; now: Date }

/** Describes a booking as an entry of the expert's feed, which other people may read: with a short name only. */
export function toFeedEntry(booking: BookingView, version: FeedVersion): FeedEntry {
  const name = shortName(booking.studentName)
  return { ...describeBooking(booking, { ...version, name }), isCancelled: booking.state === 'cancelled' }
}

function describeBooking(
  booking: BookingView,
  { sequence, name, product, now }: FeedVersion & { name: string },
): Omit<FeedEntry, 'isCancelled'> {
  const url = product.origin + bookingPath(booking)
  return {
    uid: `${booking.id}@${new URL(product.origin).hostname}`,
    sequence,
    writtenAt: now,
    startsAt: booking.startsAt,
    endsAt: booking.endsAt,
    summary: `${product.name}: session with ${name}`,
    description: `Join from ${bookingJoinEarlyMinutes} minutes before the start: ${url}`,
    url,
    organizer: { name: product.name, email: product.contacts.supportEmail },
  }
}
