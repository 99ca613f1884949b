import { mailBoth, type OwnBooking } from '#domain/bookings/own-booking.server.ts'
import type { Context } from '#domain/context.server.ts'

/** Both hear that their session begins in so many minutes, as one step of the database transaction in which that is written down. */
export async function tellReminder(ctx: Context, booking: OwnBooking, minutes: number): Promise<void> {
  await mailBoth(ctx, booking, minutes > 60 ? 'tomorrow' : 'soon')
}
