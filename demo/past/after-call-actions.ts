import type { PastAction } from '#demo/past/past-action.ts'
import type { PastFollowUp, PastRefund } from '#demo/past/past-call.ts'
import type { PastParticipants } from '#demo/past/play-call.ts'
import type { ReplayContext } from '#demo/past/replay-context.ts'
import type { RunAsTeam } from '#demo/past/team-runner.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { refuseRefund } from '#domain/refunds/refuse-refund.server.ts'
import { answerReview } from '#domain/reviews/answer-review.server.ts'
import { changeReview } from '#domain/reviews/change-review.server.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { findSessionReview } from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { writeSummary } from '#domain/reviews/write-summary.server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type AfterCallOptions = { endsAt: Date; team: RunAsTeam; after: PastFollowUp }

/** Returns the summary, review, feedback and refund actions after a call. */
export function afterCallActions(
  replay: ReplayContext,
  participants: PastParticipants,
  { endsAt, team, after }: AfterCallOptions,
): PastAction[] {
  const { as } = replay
  const { id: sessionId, student, expert } = participants
  const { stars, comment = '', changed, answer, summary, feedback, refund } = after
  const later = (ms: number, run: PastAction['run']): PastAction => ({ at: new Date(endsAt.getTime() + ms), run })
  const reviewedMs = 9 * minuteMs + (endsAt.getTime() % (20 * minuteMs))
  const actions: PastAction[] = []
  if (summary) actions.push(later(2 * minuteMs, () => writeSummary(as(expert), { ...summary, sessionId })))
  if (feedback)
    actions.push(later(4 * minuteMs, () => giveFeedback(as(expert), { ...emptyFeedback, ...feedback, sessionId })))
  if (stars) actions.push(later(reviewedMs, () => reviewSession(as(student), { sessionId, rating: stars, comment })))
  if (changed) {
    const changedReview = { sessionId, rating: changed.stars, comment: changed.comment }
    actions.push(later(reviewedMs + 26 * hourMs, () => changeReview(as(student), changedReview)))
  }
  if (answer) actions.push(later(reviewedMs + 19 * hourMs, () => answerSessionReview(replay, participants, answer)))
  if (refund) actions.push(...refundActions(replay, participants, { refund, team, later }))
  return actions
}

const emptyFeedback = { strengths: [], customStrengths: '', improvements: [], customImprovements: '', note: '' }

async function answerSessionReview(
  { as }: ReplayContext,
  { id, expert }: PastParticipants,
  answerText: string,
): Promise<void> {
  const review = await findSessionReview(as(expert), id)
  if (!review) throw new Error(`session ${id} has no review`)
  await answerReview(as(expert), { reviewId: review.id, answer: answerText })
}

type RefundOptions = {
  refund: PastRefund
  team: RunAsTeam
  later(ms: number, run: PastAction['run']): PastAction
}

function refundActions(
  { as }: ReplayContext,
  { id: sessionId, student }: PastParticipants,
  { refund, team, later }: RefundOptions,
): PastAction[] {
  const id = derivedId(sessionId, 'demo refund')
  const { reason, decision } = refund
  const request = later(45 * minuteMs, () => requestRefund(as(student), { id, sessionId, reason }))
  if (!decision) return [request]
  const decide = () =>
    team((meera) =>
      'refused' in decision
        ? refuseRefund(meera, { id, answer: decision.refused })
        : grantRefund(meera, { id, amountPaise: decision.rupees * 100, answer: decision.answer }),
    )
  return [request, later(23 * hourMs, decide)]
}
