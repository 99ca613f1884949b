import { bookingHorizonDays } from '#kernel/limits.ts'
import { daysLater } from '#kernel/time.ts'

/** The end of the period in which times can be booked. */
export function bookableUntil(now: Date): Date {
  return daysLater(now, bookingHorizonDays)
}
