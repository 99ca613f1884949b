import { sql } from 'kysely'
import { lockOwnBooking, type OwnBooking } from '#domain/bookings/own-booking.server.ts'
import { notifyReminder } from '#domain/bookings/notify-both-sides.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { bookingReminderMinutes } from '#kernel/limits.ts'
import { minutesLater } from '#kernel/time.ts'
import { enqueue, type Jobs, cancelJob } from '#platform/jobs/port.ts'

type ReminderBooking = Pick<OwnBooking, 'id' | 'startsAt'>

/**
 * Schedules reminders for the current start time and replaces earlier ones. Reminders that are already past are
 * skipped, because both sides have just been notified of the booking.
 */
export async function planReminders(ctx: Context, booking: ReminderBooking): Promise<void> {
  for (const minutes of bookingReminderMinutes) {
    const dueAt = minutesLater(booking.startsAt, -minutes)
    if (dueAt > ctx.clock.now()) await enqueueReminder(ctx, booking, minutes, dueAt)
    else await cancelJob(ctx.db, reminderKey(booking, minutes))
  }
}

export async function cancelReminders({ db }: Context, booking: Pick<OwnBooking, 'id'>): Promise<void> {
  for (const minutes of bookingReminderMinutes) await cancelJob(db, reminderKey(booking, minutes))
}

/**
 * Job: reminds both sides that their session is near. It may run late and more than once. Each reminder is sent once
 * per start time, and not when a nearer one is already due.
 */
export async function remindOfBooking(ctx: Context, { bookingId, minutes }: Jobs['remind_of_booking']): Promise<void> {
  allow(ctx.actor, 'system')
  await inTransaction(ctx, async (txCtx) => {
    const booking = await lockOwnBooking(txCtx, bookingId)
    const now = txCtx.clock.now()
    if (booking.state !== 'booked' || now >= booking.startsAt) return
    const dueAt = minutesLater(booking.startsAt, -minutes)
    // The job ran too early, because the clocks of two machines differ slightly.
    if (now < dueAt) return enqueueReminder(txCtx, booking, minutes, dueAt)
    const isNearerReminderDue = bookingReminderMinutes.some(
      (nearer) => nearer < minutes && now >= minutesLater(booking.startsAt, -nearer),
    )
    if (isNearerReminderDue || !(await markReminderSent(txCtx, booking, minutes))) return
    await notifyReminder(txCtx, booking, minutes)
  })
}

async function enqueueReminder(ctx: Context, booking: ReminderBooking, minutes: number, runAt: Date): Promise<void> {
  const { id: bookingId } = booking
  await enqueue(ctx.db, 'remind_of_booking', { bookingId, minutes }, { key: reminderKey(booking, minutes), runAt })
}

/** Returns false if it was already sent. */
async function markReminderSent({ db }: Context, { id }: OwnBooking, minutes: number): Promise<boolean> {
  const { rows } = await sql`
    update bookings set reminded_minutes = ${minutes}
    where id = ${id} and (reminded_minutes is null or reminded_minutes > ${minutes}) returning id`.execute(db)
  return rows.length > 0
}

function reminderKey({ id }: Pick<OwnBooking, 'id'>, minutes: number): string {
  return `remind of booking ${id} ${minutes}`
}
