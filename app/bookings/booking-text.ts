import type { Tone } from '#app/ui/badge.tsx'
import type { BookingEvent, BookingView, CancellationQuote } from '#domain/bookings/contract.ts'
import { freeUntil } from '#domain/bookings/rules.ts'
import { isOpen, type Side } from '#domain/sessions/states.ts'
import { expertShare } from '#domain/wallet/rules.ts'
import { bookingNoShowMinutes, freeCancelHours } from '#kernel/limits.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'

/** The other participant of a booking. */
export function otherParticipant(booking: BookingView): { name: string; photoUrl: string | null } {
  return booking.side === 'expert'
    ? { name: booking.studentName, photoUrl: booking.studentPhotoUrl }
    : { name: booking.expertName, photoUrl: booking.expertPhotoUrl }
}

type BookingState = Pick<BookingView, 'state' | 'session'>

/** Returns the status label and its tone. */
export function bookingLabel({ state, session }: BookingState): { label: string; tone: Tone } {
  if (state === 'booked') return { label: 'Booked', tone: 'info' }
  if (state === 'cancelled') return { label: 'Cancelled', tone: 'neutral' }
  if (state === 'missed' || !session) return { label: 'Did not take place', tone: 'neutral' }
  if (isOpen(session.state)) return { label: 'In progress', tone: 'accent' }
  return session.state === 'settled'
    ? { label: 'Completed', tone: 'good' }
    : { label: 'Did not connect', tone: 'neutral' }
}

/** Describes a cancelled or missed booking and its money; otherwise null. The receipt shows what a session cost. */
export function outcomeText(booking: BookingView): { title: string; text: string } | null {
  const { state, cancelledBy, side } = booking
  if (state === 'cancelled') {
    const canceller = cancelledBy === side ? 'You' : sideName(booking, cancelledBy)
    return {
      title: `${canceller} cancelled this session`,
      text: moneyText(booking),
    }
  }
  if (state === 'missed') return { title: absenceText(booking), text: moneyText(booking) }
  return null
}

function absenceText(booking: BookingView): string {
  const { absent, side } = booking
  if (absent === 'both') return 'Nobody joined this session'
  if (absent === 'neither') return 'You both joined, but not at the same time'
  return absent === side ? 'You did not join this session' : `${sideName(booking, absent)} did not join this session`
}

function moneyText({ side, feePaise, pricePaise, sharePercent }: BookingView): string {
  const fee = feePaise ?? paise(0)
  if (side === 'expert') {
    return fee > 0
      ? `The student paid ${formatRupees(fee)}, of which ${formatRupees(expertShare(fee, sharePercent))} is yours.`
      : 'The student paid nothing for it.'
  }
  return fee > 0
    ? `It cost ${formatRupees(fee)}. ${formatRupees(paise(pricePaise - fee))} was returned to your wallet.`
    : `Nothing was charged. ${formatRupees(pricePaise)} was returned to your wallet.`
}

/** Describes what cancelling now would cost, for the confirmation. */
export function cancelText(
  { side, pricePaise, studentName }: BookingView,
  { feePaise, returnedPaise, freeUntil: until }: CancellationQuote,
  zone: string,
): string {
  if (side === 'expert') {
    return `The full ${formatRupees(pricePaise)} returns to ${studentName}. You earn nothing.`
  }
  if (feePaise > 0) {
    return `Cancelling now costs ${formatRupees(feePaise)}. ${formatRupees(returnedPaise)} is returned to your wallet.`
  }
  const limit = until ? ` It is free until ${dayAndTime(until, zone)}.` : ''
  return `Cancelling now costs nothing. ${formatRupees(returnedPaise)} is returned to your wallet.${limit}`
}

/** Describes how moving changes the terms. */
export function moveText(booking: BookingView, now: Date): string {
  const { side, terms, startsAt, lateFeePaise, movesLeft, studentName } = booking
  const movesLeftText = movesLeft === 1 ? 'It can be moved once more.' : `It can be moved ${movesLeft} more times.`
  if (side === 'expert') return `Moving costs nothing. ${studentName} can then cancel it for free. ${movesLeftText}`
  const isLate = now > freeUntil(startsAt) && terms !== 'free'
  if (isLate || terms === 'fee') {
    return `Moving costs nothing, but cancelling it then costs ${formatRupees(lateFeePaise)}, however far away the new time is. ${movesLeftText}`
  }
  return `Moving costs nothing. Cancelling stays free up to ${freeCancelHours} hours before the new time. ${movesLeftText}`
}

/** The reason why the booking cannot be moved, or null if it can. */
export function notMovableReason({ side, state, startsAt, movesLeft }: BookingView, now: Date): string | null {
  if (state !== 'booked' || now >= startsAt) return 'It cannot be moved any more.'
  if (movesLeft === 0) return 'It has been moved the maximum number of times. You can cancel it.'
  if (side === 'expert' && now > freeUntil(startsAt)) {
    return `Less than ${freeCancelHours} hours before the start you can only cancel it.`
  }
  return null
}

/** Describes what cancelling costs the viewer. */
export function termsText({ side, terms, startsAt, lateFeePaise }: BookingView, zone: string, now: Date): string {
  const fee = formatRupees(lateFeePaise)
  if (side === 'expert') return 'If you cancel or do not join, the student gets the full amount back.'
  if (terms === 'free') return 'The expert moved this session, so cancelling costs nothing.'
  if (terms === 'fee') return `You have moved it late, so cancelling costs ${fee}.`
  return now > freeUntil(startsAt)
    ? `Cancelling costs ${fee}.`
    : `Cancelling is free until ${dayAndTime(freeUntil(startsAt), zone)}, and costs ${fee} after that.`
}

/** Describes what being absent or leaving early costs. */
export function absenceTerms({ side, lateFeePaise, terms }: BookingView): string {
  if (side === 'expert') {
    return `Anyone who has not joined ${bookingNoShowMinutes} minutes after the start counts as absent. An absent student pays only if you waited until then.`
  }
  if (terms === 'free') return 'If you leave early, you pay for the minutes that you used.'
  return `If you have not joined ${bookingNoShowMinutes} minutes after the start, or leave early, it costs at least ${formatRupees(lateFeePaise)}.`
}

/** One line of the history, the same for both sides. */
export function bookingEventText({ what, side }: BookingEvent, booking: BookingView): string {
  const name = sideName(booking, side)
  switch (what) {
    case 'booked':
      return `${name} booked it`
    case 'came':
      return `${name} joined`
    case 'was there last':
      return `${name} was last seen`
    case 'cancelled':
      return `${name} cancelled it`
    case 'missed':
      return 'The session was closed without a call'
  }
}

function sideName({ studentName, expertName }: BookingView, side: Side | BookingView['absent']): string {
  return side === 'student' ? studentName : expertName
}
