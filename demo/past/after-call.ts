import type { Deed } from '#demo/past/deed.ts'
import type { After, PastRefund } from '#demo/past/past-call.ts'
import type { Cast } from '#demo/past/play-call.ts'
import type { Stage } from '#demo/past/stage.ts'
import type { AsTeam } from '#demo/past/team-deeds.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { askRefund } from '#domain/refunds/ask-refund.server.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { refuseRefund } from '#domain/refunds/refuse-refund.server.ts'
import { answerReview } from '#domain/reviews/answer-review.server.ts'
import { changeReview } from '#domain/reviews/change-review.server.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { findSessionReview } from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

type Asked = { endsAt: Date; team: AsTeam; after: After }

/** What the two leave each other once the call is over. */
export function afterCall(stage: Stage, cast: Cast, { endsAt, team, after }: Asked): Deed[] {
  const { as } = stage
  const { id: sessionId, student, expert } = cast
  const { stars, says = '', changed, answer, told, refund } = after
  const later = (ms: number, act: Deed['act']): Deed => ({ at: new Date(endsAt.getTime() + ms), act })
  const reviewedMs = 9 * minuteMs + (endsAt.getTime() % (20 * minuteMs))
  const deeds: Deed[] = []
  if (told) deeds.push(later(4 * minuteMs, () => giveFeedback(as(expert), { ...blank, ...told, sessionId })))
  if (stars)
    deeds.push(
      later(reviewedMs, () => reviewSession(as(student), { sessionId, rating: stars, comment: says })),
    )
  if (changed) {
    const anew = { sessionId, rating: changed.stars, comment: changed.says }
    deeds.push(later(reviewedMs + 26 * hourMs, () => changeReview(as(student), anew)))
  }
  if (answer) deeds.push(later(reviewedMs + 19 * hourMs, () => answerIt(stage, cast, answer)))
  if (refund) deeds.push(...refundDeeds(stage, cast, { refund, team, later }))
  return deeds
}

const blank = { strengths: [], customStrengths: '', improvements: [], customImprovements: '', note: '' }

async function answerIt({ as }: Stage, { id, expert }: Cast, words: string): Promise<void> {
  const review = await findSessionReview(as(expert), id)
  if (!review) throw new Error(`nobody has reviewed ${id}`)
  await answerReview(as(expert), { reviewId: review.id, words })
}

type Refunding = { refund: PastRefund; team: AsTeam; later(ms: number, act: Deed['act']): Deed }

function refundDeeds(
  { as }: Stage,
  { id: sessionId, student }: Cast,
  { refund, team, later }: Refunding,
): Deed[] {
  const id = derivedId(sessionId, 'demo refund')
  const { reason, decision } = refund
  const asked = later(45 * minuteMs, () => askRefund(as(student), { id, sessionId, reason }))
  if (!decision) return [asked]
  const decide = () =>
    team((meera) =>
      'refused' in decision
        ? refuseRefund(meera, { id, answer: decision.refused })
        : grantRefund(meera, { id, amountPaise: decision.rupees * 100, answer: decision.words }),
    )
  return [asked, later(23 * hourMs, decide)]
}
