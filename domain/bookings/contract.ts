import { z } from 'zod'
import type { BookingState } from '#domain/bookings/states.ts'
import { slotMinutes, zoneName } from '#domain/schedule/contract.ts'
import { type CallType, sessionRequest } from '#domain/sessions/contract.ts'
import type { SessionState, Side } from '#domain/sessions/states.ts'
import type { ExpertId, SessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

export type CalendarEntry = {
  id: SessionId
  /** A call that nobody had booked is a session. */
  kind: 'booking' | 'session'
  startsAt: Date
  endsAt: Date
  studentName: string
  callType: CallType
  state: BookingState | SessionState
}

/** One day of the expert's, which may be an hour shorter or longer than others. */
export type CalendarDay = {
  day: string
  startsAt: Date
  endsAt: Date
  /** In pieces in which no clock is changed. */
  open: { from: Date; to: Date }[]
  /** Whether the week does not hold on it. */
  exception: 'closed' | 'other hours' | null
  entries: CalendarEntry[]
}

export type Calendar = {
  zone: string
  today: string
  /** The one that was asked for; the week around it begins on Monday. */
  day: string
  days: CalendarDay[]
  /** The days to which the ways back and on lead. */
  before: { day: string; week: string }
  after: { day: string; week: string }
  hasHours: boolean
}

export const bookingRequest = sessionRequest.extend({
  startsAt: z.date(),
  minutes: slotMinutes,
  zone: zoneName,
})
export type BookingRequest = z.input<typeof bookingRequest>

export const bookingChoice = z.object({ id: z.uuid() })
export type BookingChoice = z.input<typeof bookingChoice>

/** With what cancelling was said to cost, so that nobody pays more than was shown. */
export const cancellation = z.object({ id: z.uuid(), shownFeePaise: z.int().min(0) })
export type Cancellation = z.input<typeof cancellation>

export const newTime = z.object({ id: z.uuid(), startsAt: z.date() })
export type NewTime = z.input<typeof newTime>

export type CancelTerms = 'usual' | 'free' | 'fee'
export type Absent = Side | 'both' | 'neither'

export type CancellationQuote = {
  feePaise: Paise
  returnedPaise: Paise
  /** Until then it costs nothing; null when that is over, or always so. */
  freeUntil: Date | null
}

export type BookingView = {
  id: SessionId
  /** Null for the team. */
  side: Side | null
  state: BookingState
  callType: CallType
  studentName: string
  expertName: string
  studentPhotoUrl: string | null
  expertPhotoUrl: string | null
  expertId: ExpertId | null
  question: string | null
  fileName: string | null
  fileType: string | null
  startsAt: Date
  endsAt: Date
  minutes: number
  ratePaisePerMinute: Paise
  sharePercent: number
  pricePaise: Paise
  /** What a late cancellation of it costs. */
  lateFeePaise: Paise
  terms: CancelTerms
  /** How often it has been moved, and still can be. */
  moves: number
  movesLeft: number
  joinFrom: Date
  cancelledBy: Side | null
  absent: Absent | null
  feePaise: Paise | null
  /** How the session stands that came of it, and what it cost once that is known. */
  session: { state: SessionState; chargedPaise: Paise | null } | null
}

export type BookingPage = {
  bookings: BookingView[]
  /** Where the next page begins: after this one. */
  next: SessionId | null
}

export type BookingEvent = {
  at: Date
  what: 'booked' | 'came' | 'was there last' | 'cancelled' | 'missed'
  side: Side | null
}

/** Who of the two wants to go on after the booked minutes, and whether that is agreed. */
export type ContinueAgreement = Record<Side, boolean> & { isAgreed: boolean }

/** Waiting for the other, or both are there and the session of the same id has begun. */
export type JoinedBooking = { id: SessionId; state: 'waiting' | 'begun'; isOtherHere: boolean }

/** What one has done about the other side of a session, and what the two have booked next. */
export type OtherPerson = { isBlocked: boolean; isReported: boolean; bookedId: SessionId | null }
