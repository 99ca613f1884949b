import { sql } from 'kysely'
import type { OtherPerson } from '#domain/bookings/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { findBlockAndReport, getOtherPartyId } from '#domain/sessions/block-person.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'

/**
 * Returns whether the actor has blocked or reported the other party of a session. A block does not cancel bookings,
 * so the next booking is included.
 */
export async function getOtherPerson(ctx: Context, id: SessionId): Promise<OtherPerson> {
  allow(ctx.actor, 'signedIn')
  const pair = { own: ctx.actor.id, other: await getOtherPartyId(ctx, id) }
  return {
    ...(await findBlockAndReport(ctx, { ...pair, sessionId: id })),
    bookedId: await findNextBooking(ctx, pair),
  }
}

async function findNextBooking(
  { db }: Context,
  { own, other }: { own: AccountId; other: AccountId },
): Promise<SessionId | null> {
  const { rows } = await sql<{ id: SessionId }>`
    select id from bookings
    where state = 'booked' and (student_id, expert_id) in ((${own}, ${other}), (${other}, ${own}))
    order by starts_at limit 1`.execute(db)
  return rows[0]?.id ?? null
}
