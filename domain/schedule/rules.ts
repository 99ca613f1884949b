import { bookingHorizonDays } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

/** How far ahead a time can be booked. */
export function bookableUntil(now: Date): Date {
  return daysLater(now, bookingHorizonDays)
}
