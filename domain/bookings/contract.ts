import { z } from 'zod'
import type { BookingState } from '#domain/bookings/states.ts'
import { slotMinutes, zoneName } from '#domain/schedule/contract.ts'
import { type CallType, sessionRequest } from '#domain/sessions/contract.ts'
import type { SessionState, Side } from '#domain/sessions/states.ts'
import { type ExpertId, type SessionId, sessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'

export type CalendarEntry = {
  id: SessionId
  /** A call without a booking is a 'session'. */
  kind: 'booking' | 'session'
  startsAt: Date
  endsAt: Date
  studentName: string
  callType: CallType
  state: BookingState | SessionState
}

/** One day in the expert's zone, which may have 23 or 25 hours. */
export type CalendarDay = {
  day: string
  startsAt: Date
  endsAt: Date
  /** Opening hours, split where the clocks change. */
  open: { from: Date; to: Date }[]
  /** Set when the weekly hours do not apply on this day. */
  exception: 'closed' | 'other hours' | null
  /** Busy times of another calendar. Missing in responses of the previous version. */
  busy?: { from: Date; to: Date }[]
  entries: CalendarEntry[]
}

/** The private URL under which calendar programs find the bookings of an expert. */
export type CalendarFeed = { url: string; createdAt: Date; usedAt: Date | null }

export type Calendar = {
  zone: string
  today: string
  /** The requested day. */
  day: string
  days: CalendarDay[]
  /** Targets of the links to the previous and the next day and week. */
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

export const bookingChoice = z.object({ id: sessionId })
export type BookingChoice = z.input<typeof bookingChoice>

/** Includes the fee that was shown, so that no one pays more. */
export const cancellation = z.object({ id: sessionId, shownFeePaise: z.int().min(0) })
export type Cancellation = z.input<typeof cancellation>

export const newTime = z.object({ id: sessionId, startsAt: z.date() })
export type NewTime = z.input<typeof newTime>

export type CancelTerms = 'usual' | 'free' | 'fee'
export type Absent = Side | 'both' | 'neither'

export type CancellationQuote = {
  feePaise: Paise
  returnedPaise: Paise
  /** Cancelling is free until then. Null when that has passed, or when cancelling is always free. */
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
  /** The earlier session with whose board this one begins. Missing in responses of the previous version. */
  continues?: SessionId | null
  startsAt: Date
  endsAt: Date
  minutes: number
  ratePaisePerMinute: Paise
  sharePercent: number
  pricePaise: Paise
  /** The fee for a late cancellation. */
  lateFeePaise: Paise
  terms: CancelTerms
  /** How often the booking was rescheduled, and how often it can still be rescheduled. */
  moves: number
  movesLeft: number
  joinFrom: Date
  cancelledBy: Side | null
  absent: Absent | null
  feePaise: Paise | null
  /** The state of its session, and what it cost once settled. */
  session: { state: SessionState; chargedPaise: Paise | null } | null
}

/** The bookings of an expert that have not begun, and the expert's part of their price. */
export type BookedIncome = { count: number; amountPaise: Paise }

export type BookingPage = {
  bookings: BookingView[]
  /** Cursor: the next page begins after this booking. */
  next: SessionId | null
}

export type BookingEvent = {
  at: Date
  what: 'booked' | 'came' | 'was there last' | 'cancelled' | 'missed'
  side: Side | null
}

/** Whether each side agrees to continue after the booked minutes, and whether both do. */
export type ContinueAgreement = Record<Side, boolean> & { isAgreed: boolean }

/** 'waiting' for the other side, or 'begun': the session with the same id has started. */
export type JoinedBooking = { id: SessionId; state: 'waiting' | 'begun'; isOtherHere: boolean }

/** Whether the actor has blocked or reported the other party of a session, and the next booking of the two. */
export type OtherPerson = { isBlocked: boolean; isReported: boolean; bookedId: SessionId | null }
