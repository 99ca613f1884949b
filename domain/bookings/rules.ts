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

/** The late cancellation fee, and the minimum charge when the student is absent or leaves a booked session. */
export function lateFee(price: Paise): Paise {
  return paise(Math.floor((price * lateCancelFeePercent) / 100))
}

type Cancellation = { by: Side; price: Paise; startsAt: Date; terms: CancelTerms; now: Date }

/** Returns what cancelling costs the student now. */
export function cancellationFee({ by, price, startsAt, terms, now }: Cancellation): Paise {
  if (by === 'expert' || terms === 'free') return paise(0)
  return terms === 'fee' || now > freeUntil(startsAt) ? lateFee(price) : paise(0)
}

export function freeUntil(startsAt: Date): Date {
  return minutesLater(startsAt, -freeCancelHours * 60)
}

/** Returns the terms after a move. Students cannot avoid the fee by moving, and pay none after a move by the expert. */
export function termsAfterMove(by: Side, before: CancelTerms, { isLate }: { isLate: boolean }): CancelTerms {
  if (by === 'expert') return 'free'
  if (before === 'free') return 'usual'
  return isLate || before === 'fee' ? 'fee' : 'usual'
}

export function joinFrom(startsAt: Date): Date {
  return minutesLater(startsAt, -bookingJoinEarlyMinutes)
}

/** The time at which the no-show is decided. */
export function noShowDecisionAt(startsAt: Date): Date {
  return minutesLater(startsAt, bookingNoShowMinutes)
}

export function isPresent(lastAt: Date | undefined, now: Date): boolean {
  return lastAt !== undefined && now.getTime() - lastAt.getTime() < bookingPresenceSeconds * 1_000
}

/**
 * Returns who was absent, by the last presence of each side. Leaving before the start counts as absent. 'neither':
 * both came, but not at the same time.
 */
export function absentSide(lastAt: Partial<Record<Side, Date>>, startsAt: Date): Absent {
  const [hasStudentCome, hasExpertCome] = sides.map((side) => (lastAt[side] ?? new Date(0)) >= startsAt)
  if (hasStudentCome && hasExpertCome) return 'neither'
  if (hasStudentCome) return 'expert'
  return hasExpertCome ? 'student' : 'both'
}

/** Returns whether a side that was last present at `lastAt` has waited until the decision. */
export function hasWaited(lastAt: Date | undefined, startsAt: Date): boolean {
  const until = noShowDecisionAt(startsAt).getTime() - bookingWaitedSeconds * 1_000
  return lastAt !== undefined && lastAt.getTime() >= until
}

/** The path of a booking's page for this side. */
export function bookingPath({ id, side }: { id: string; side: Side | null }): string {
  return `/${side === 'expert' ? 'expert' : 'user'}/bookings/${id}`
}
