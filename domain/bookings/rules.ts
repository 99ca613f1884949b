import type { Absent, CancelTerms } from '#domain/bookings/contract.ts'
import { type Side, sides } from '#domain/sessions/states.ts'
import {
  bookingPresenceSeconds,
  bookingJoinEarlyMinutes,
  bookingNoShowMinutes,
  bookingWaitedSeconds,
  freeCancelHours,
  lateCancelFeePercent,
} from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { minutesLater } from '#kernel/time.ts'

type Price = { minutes: number; ratePaisePerMinute: Paise }

export function bookingPrice({ minutes, ratePaisePerMinute }: Price): Paise {
  return paise(minutes * ratePaisePerMinute)
}

/** What a late cancellation costs, and what a booked session costs at least when the student stays away or leaves it. */
export function lateFee(price: Paise): Paise {
  return paise(Math.floor((price * lateCancelFeePercent) / 100))
}

type Cancellation = { by: Side; price: Paise; startsAt: Date; terms: CancelTerms; now: Date }

/** What cancelling costs the student now. */
export function cancellationFee({ by, price, startsAt, terms, now }: Cancellation): Paise {
  if (by === 'expert' || terms === 'free') return paise(0)
  return terms === 'fee' || now > freeUntil(startsAt) ? lateFee(price) : paise(0)
}

export function freeUntil(startsAt: Date): Date {
  return minutesLater(startsAt, -freeCancelHours * 60)
}

/** What a move does to the terms: one cannot move out of reach of the fee, and need not pay for what the expert has moved. */
export function termsAfterMove(by: Side, before: CancelTerms, { late }: { late: boolean }): CancelTerms {
  if (by === 'expert') return 'free'
  if (before === 'free') return 'usual'
  return late || before === 'fee' ? 'fee' : 'usual'
}

export function joinFrom(startsAt: Date): Date {
  return minutesLater(startsAt, -bookingJoinEarlyMinutes)
}

/** When it is decided who did not come. */
export function noShowDecisionAt(startsAt: Date): Date {
  return minutesLater(startsAt, bookingNoShowMinutes)
}

export function isPresent(lastAt: Date | undefined, now: Date): boolean {
  return lastAt !== undefined && now.getTime() - lastAt.getTime() < bookingPresenceSeconds * 1_000
}

/**
 * Who is missing, by the log of who came until when. Whoever left before the start did not come. 'neither': both came, but not
 * at the same time.
 */
export function absentSide(lastAt: Partial<Record<Side, Date>>, startsAt: Date): Absent {
  const [hasStudent, hasExpert] = sides.map((side) => (lastAt[side] ?? new Date(0)) >= startsAt)
  if (hasStudent && hasExpert) return 'neither'
  if (hasStudent) return 'expert'
  return hasExpert ? 'student' : 'both'
}

/** Whether somebody who was heard of last then has waited until it was decided. */
export function hasWaited(lastAt: Date | undefined, startsAt: Date): boolean {
  const until = noShowDecisionAt(startsAt).getTime() - bookingWaitedSeconds * 1_000
  return lastAt !== undefined && lastAt.getTime() >= until
}

/** The page of a booking, for this side of it. */
export function bookingPath({ id, side }: { id: string; side: Side | null }): string {
  return `/${side === 'expert' ? 'expert' : 'user'}/bookings/${id}`
}
