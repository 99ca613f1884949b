import { callOff } from '#domain/bookings/cancel-booking.server.ts'
import { lockOwnBooking } from '#domain/bookings/own-booking.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { inStep } from '#domain/sessions/move-session.server.ts'
import { paise } from '#kernel/money.ts'

/**
 * Runs as a job after a suspension: what is booked with that expert is called off as if by the expert, so that nobody waits for somebody who
 * cannot come. May be said any number of times; nothing happens when the expert is back meanwhile.
 */
export async function callOffBookings(ctx: Context, { expertId }: { expertId: string }): Promise<void> {
  allow(ctx.actor, 'system')
  const ahead = await ctx.db
    .selectFrom('bookings')
    .innerJoin('experts', 'experts.user_id', 'bookings.expert_id')
    .select('bookings.id')
    .where('experts.id', '=', expertId)
    .where('experts.approval', '=', 'suspended')
    .where('bookings.state', '=', 'booked')
    .execute()
  for (const { id } of ahead) {
    const { news } = await inStep(ctx, async (own) => {
      const booking = await lockOwnBooking(own, id)
      if (booking.state === 'booked') await callOff(own, booking, { by: 'expert', fee: paise(0) })
    })
    for (const [topic, message] of news) ctx.publish(topic, message)
  }
}
