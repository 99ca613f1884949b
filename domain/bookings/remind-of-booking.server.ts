import { sql } from 'kysely'
import { lockOwnBooking, type OwnBooking } from '#domain/bookings/own-booking.server.ts'
import { tellReminder } from '#domain/bookings/tell-both.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { bookingReminderMinutes } from '#kernel/limits.ts'
import { minutesLater } from '#kernel/time.ts'
import { enqueue, type Jobs, unplan } from '#platform/jobs/port.ts'

type Planned = Pick<OwnBooking, 'id' | 'startsAt'>

/** For its present time, in place of those of an earlier one. What lies behind already is not made up for: they have just read about it. */
export async function planReminders(ctx: Context, booking: Planned): Promise<void> {
  for (const minutes of bookingReminderMinutes) {
    const dueAt = minutesLater(booking.startsAt, -minutes)
    if (dueAt > ctx.clock.now()) await plan(ctx, booking, minutes, dueAt)
    else await unplan(ctx.db, keyOf(booking, minutes))
  }
}

export async function dropReminders({ db }: Context, booking: Pick<OwnBooking, 'id'>): Promise<void> {
  for (const minutes of bookingReminderMinutes) await unplan(db, keyOf(booking, minutes))
}

/**
 * Runs as a job: tells both that their session is near. It may run late, because nobody was there at its time, and more than once; each
 * reminder is told once for each time that a booking had, and not when a nearer one is due already.
 */
export async function remindOfBooking(
  ctx: Context,
  { bookingId, minutes }: Jobs['remind_of_booking'],
): Promise<void> {
  allow(ctx.actor, 'system')
  await inTransaction(ctx, async (own) => {
    const booking = await lockOwnBooking(own, bookingId)
    const now = own.clock.now()
    if (booking.state !== 'booked' || now >= booking.startsAt) return
    const dueAt = minutesLater(booking.startsAt, -minutes)
    // The clocks of two machines differ a little.
    if (now < dueAt) return plan(own, booking, minutes, dueAt)
    const isOvertaken = bookingReminderMinutes.some(
      (nearer) => nearer < minutes && now >= minutesLater(booking.startsAt, -nearer),
    )
    if (isOvertaken || !(await markTold(own, booking, minutes))) return
    await tellReminder(own, booking, minutes)
  })
}

async function plan(ctx: Context, booking: Planned, minutes: number, runAt: Date): Promise<void> {
  const { id: bookingId } = booking
  await enqueue(ctx.db, 'remind_of_booking', { bookingId, minutes }, { key: keyOf(booking, minutes), runAt })
}

/** Whether it was not told before. */
async function markTold({ db }: Context, { id }: OwnBooking, minutes: number): Promise<boolean> {
  const { rows } = await sql`
    update bookings set reminded_minutes = ${minutes}
    where id = ${id} and (reminded_minutes is null or reminded_minutes > ${minutes}) returning id`.execute(db)
  return rows.length > 0
}

function keyOf({ id }: Pick<OwnBooking, 'id'>, minutes: number): string {
  return `remind of booking ${id} ${minutes}`
}
