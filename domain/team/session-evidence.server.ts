import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { findRefundOf } from '#domain/refunds/queries.server.ts'
import { findFeedback } from '#domain/reviews/feedback-queries.server.ts'
import { findSessionReview } from '#domain/reviews/review-queries.server.ts'
import { findSummary } from '#domain/reviews/summary-queries.server.ts'
import { isBoardUsed } from '#domain/boards/queries.server.ts'
import { countMessages } from '#domain/sessions/message-queries.server.ts'
import { getSession, listEvents } from '#domain/sessions/queries.server.ts'
import { findStuckState } from '#domain/sessions/stuck-sessions.server.ts'
import { listAuditTrail } from '#domain/team/audit-table.server.ts'
import type { SessionEvidence } from '#domain/team/contract.ts'
import type { SessionId } from '#kernel/ids.ts'

/** Collects the evidence about one session, for decisions of the team. The chat and the board themselves need a reason. */
export async function getSessionEvidence(ctx: Context, sessionId: string): Promise<SessionEvidence> {
  allow(ctx.actor, 'supportPeople')
  const session = await getSession(ctx, sessionId)
  const { id } = session
  const [events, messageCount, hasBoard, review, feedback, summary, refund, stuck, trail, parties, booking] =
    await Promise.all([
      listEvents(ctx, id),
      countMessages(ctx, id),
      isBoardUsed(ctx, id),
      findSessionReview(ctx, id),
      findFeedback(ctx, id),
      findSummary(ctx, id),
      findRefundOf(ctx, id),
      findStuckState(ctx, id),
      listAuditTrail(ctx, { thing: 'session', id }),
      getParties(ctx, id),
      findBooking(ctx, id),
    ])
  return {
    session,
    events,
    messages: [],
    messageCount,
    hasBoard,
    review,
    feedback,
    summary,
    refund,
    stuck: stuck?.stuck ?? null,
    trail,
    ...parties,
    booking,
  }
}

async function getParties({ db }: Context, id: SessionId) {
  const { student_id, expert_id } = await db
    .selectFrom('help_sessions')
    .select(['student_id', 'expert_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { studentAccount: student_id, expertAccount: expert_id }
}

/** The booking terms, if the session was booked. */
async function findBooking({ db }: Context, id: SessionId): Promise<SessionEvidence['booking']> {
  const row = await db
    .selectFrom('bookings')
    .select(['booked_at', 'starts_at', 'minutes', 'moves', 'student_goes_on', 'expert_goes_on'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const joins = await db
    .selectFrom('booking_joins')
    .select(['side', 'first_at'])
    .where('booking_id', '=', id)
    .orderBy('first_at')
    .execute()
  return {
    bookedAt: row.booked_at,
    startsAt: row.starts_at,
    minutes: row.minutes,
    moves: row.moves,
    joins: joins.map(({ side, first_at }) => ({ side, at: first_at })),
    bothWentOn: row.student_goes_on && row.expert_goes_on,
  }
}
