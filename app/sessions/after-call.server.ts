import type { AskedQuestion } from '#app/experts/open-request-context.ts'
import { loadFollowUp } from '#app/sessions/follow-up.server.ts'
import type { Context } from '#domain/context.server.ts'
import { findBoardOverview } from '#domain/boards/board-overview.server.ts'
import type { BoardOverview } from '#domain/boards/contract.ts'
import { findExpertPage } from '#domain/discovery/queries.server.ts'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { getSessionRefund } from '#domain/refunds/queries.server.ts'
import { findFeedback, findFeedbackState } from '#domain/reviews/feedback-queries.server.ts'
import { findSessionReview } from '#domain/reviews/review-queries.server.ts'
import { findOwnSummary, findSummary } from '#domain/reviews/summary-queries.server.ts'
import { findOwnFile } from '#domain/sessions/session-question-file.server.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import { isOpen } from '#domain/sessions/states.ts'

/** Loads the feedback, review and refund of an ended session for its viewer. Null while the session is open. */
export async function loadAfterCall(context: Context, session: SessionView, zone: string) {
  if (isOpen(session.state)) return null
  const board = session.connectedAt ? await findBoardOverview(context, session.id) : null
  const parts =
    session.side === 'expert'
      ? await loadForExpert(context, session)
      : await loadForStudent(context, session, zone, board)
  return { ...parts, board }
}

async function loadForStudent(context: Context, session: SessionView, zone: string, board: BoardOverview | null) {
  const { id, expertId, callType } = session
  const [summary, feedback, review, { request, askUntil }, expert, question] = await Promise.all([
    findSummary(context, id),
    findFeedback(context, id),
    findSessionReview(context, id),
    getSessionRefund(context, id),
    expertId ? findExpertPage(context, expertId) : null,
    findQuestion(context, session),
  ])
  const isSettled = session.state === 'settled'
  const missedQuestion = isSettled ? null : question
  const answeredQuestion = isSettled && question ? { ...question, ...(board && { continues: id }) } : null
  const now = context.clock.now()
  const canReview = !request?.refunded || request.refunded < request.charged
  return {
    side: 'student' as const,
    summary,
    feedback,
    review,
    canReview,
    canChangeReview: canReview && review !== null && !review.hiddenReason && now < review.changeUntil,
    refund: request,
    refundUntil: askUntil && now < askUntil ? askUntil : null,
    expert,
    missedQuestion,
    answeredQuestion,
    /** The names of the two questions that pages of the previous version read. Remove them with the next release. */
    asked: missedQuestion,
    again: answeredQuestion,
    followUp:
      expert && session.connectedAt
        ? await loadFollowUp(context, {
            expertId: expert.id,
            callType,
            zone,
            isSuggested: summary?.suggestsBooking ?? false,
            continues: board ? id : undefined,
          })
        : null,
  }
}

/** The question of the session, which the student can ask again. */
async function findQuestion(context: Context, session: SessionView): Promise<AskedQuestion | null> {
  const { id, callType, question, fileName } = session
  if (!question && !fileName) return null
  return { callType, question: question ?? '', file: fileName ? await findOwnFile(context, id) : null }
}

async function loadForExpert(context: Context, { id }: SessionView) {
  const [summary, feedback, { category }, review] = await Promise.all([
    findOwnSummary(context, id),
    findFeedbackState(context, id),
    getOwnExpert(context),
    findSessionReview(context, id),
  ])
  const canChangeSummary =
    summary !== null && summary !== 'open' && !summary.hiddenReason && context.clock.now() < summary.changeUntil
  return { side: 'expert' as const, summary, canChangeSummary, feedback, category, review }
}
