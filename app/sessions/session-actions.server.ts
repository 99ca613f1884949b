import type { FormAnswer } from '#app/base/forms/form-answer.ts'
import { catchRefusal } from '#app/base/serve.server.ts'
import type { Context } from '#domain/context.server.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { answerReview } from '#domain/reviews/answer-review.server.ts'
import { changeReview } from '#domain/reviews/change-review.server.ts'
import { changeSummary } from '#domain/reviews/change-summary.server.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { writeSummary } from '#domain/reviews/write-summary.server.ts'
import { setBlocked } from '#domain/sessions/block-person.server.ts'
import { reportPerson } from '#domain/sessions/report-person.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Handles the forms on the session page. */
export async function runSessionAction(context: Context, { id, form }: { id: string; form: FormData }) {
  const readText = (name: string) => String(form.get(name) ?? '')
  const readAll = (name: string) => form.getAll(name).map(String)
  const readReview = () => ({ sessionId: id, rating: Number(readText('rating')), comment: readText('comment') })
  const readSummary = () => ({
    sessionId: id,
    done: readText('done'),
    practice: readText('practice'),
    next: readText('next'),
    suggestsBooking: form.has('suggestsBooking'),
  })
  switch (readText('act')) {
    case 'feedback': {
      const feedback = {
        sessionId: id,
        strengths: readAll('strengths'),
        customStrengths: readText('customStrengths'),
        improvements: readAll('improvements'),
        customImprovements: readText('customImprovements'),
        note: readText('note'),
      }
      return withDoneText(giveFeedback(context, feedback), 'Your feedback has been sent')
    }
    case 'summary':
      return withDoneText(writeSummary(context, readSummary()), 'Your summary has been sent')
    case 'change_summary':
      return withDoneText(changeSummary(context, readSummary()), 'Your summary has been changed')
    case 'review':
      return withDoneText(reviewSession(context, readReview()), 'Thank you for your review')
    case 'change_review':
      return withDoneText(changeReview(context, readReview()), 'Your review has been changed')
    case 'answer':
      return answerOwnReview(context, form)
    case 'refund': {
      const request = { id: readText('id'), sessionId: id, reason: readText('reason') }
      return withDoneText(requestRefund(context, request), 'Your request has been sent')
    }
    case 'report': {
      const report = { id: readText('id'), sessionId: id, text: readText('words') }
      return withDoneText(reportPerson(context, report), 'Your report has been sent')
    }
    case 'block':
      return withDoneText(setBlocked(context, { id, blocked: true }), 'Blocked')
    case 'unblock':
      return withDoneText(setBlocked(context, { id, blocked: false }), 'Unblocked')
    default:
      throw new Refusal('invalid_input')
  }
}

/** Also used by the reviews on the expert's dashboard. */
export async function answerOwnReview(context: Context, form: FormData) {
  const answer = String(form.get('words') ?? '')
  const reviewId = String(form.get('reviewId') ?? '')
  return withDoneText(answerReview(context, { reviewId, answer }), 'Your answer has been published')
}

async function withDoneText(work: Promise<void>, done: string) {
  return catchRefusal<FormAnswer>(work.then(() => ({ done })))
}
