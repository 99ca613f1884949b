import { z } from 'zod'
import { type AccountId, type ExpertId, type ReviewId, reviewId, type SessionId, sessionId } from '#kernel/ids.ts'
import {
  feedbackMaxLength,
  hiddenReasonMaxLength,
  reviewAnswerMaxLength,
  reviewMaxLength,
  starsMax,
  summaryFieldMaxLength,
} from '#kernel/limits.ts'
import { freeText } from '#kernel/free-text.ts'

const chips = z.array(z.string().max(100)).max(20)
const feedbackText = freeText(feedbackMaxLength)
const summaryField = freeText(summaryFieldMaxLength)

/** The feedback of an expert for the student. */
export const feedback = z.object({
  sessionId,
  strengths: chips,
  customStrengths: feedbackText,
  improvements: chips,
  customImprovements: feedbackText,
  note: feedbackText,
})
export type FeedbackInput = z.input<typeof feedback>

/** A student's review of a session; the comment may be empty. */
export const review = z.object({
  sessionId,
  rating: z.int().min(1).max(starsMax),
  comment: freeText(reviewMaxLength),
})
export type ReviewInput = z.input<typeof review>

export const reviewAnswer = z.object({ reviewId, answer: freeText(reviewAnswerMaxLength) })
export type ReviewAnswer = z.input<typeof reviewAnswer>

/** The reason for hiding a review is public; the reason for showing it again is in the audit log. */
export const hiddenState = z.object({ reviewId, why: freeText(hiddenReasonMaxLength) })
export type HiddenState = z.input<typeof hiddenState>

/** A summary of a session: what was done, what to practise, and what comes next. */
export const summary = z.object({
  sessionId,
  done: summaryField,
  practice: summaryField,
  next: summaryField,
  suggestsBooking: z.boolean(),
})
export type SummaryInput = z.input<typeof summary>

/** The reason for hiding a summary is shown to its two people. */
export const hiddenSummary = z.object({ sessionId, why: freeText(hiddenReasonMaxLength) })
export type HiddenSummary = z.input<typeof hiddenSummary>

export type SummaryParts = { done: string; practice: string; next: string }

/** A summary, as its two people and the team see it. The parts are null for a student when the team has hidden it. */
export type Summary = {
  parts: SummaryParts | null
  suggestsBooking: boolean
  writtenAt: Date
  /** The time of the last change; null if never changed. */
  changedAt: Date | null
  changeUntil: Date
  hiddenReason: string | null
}

/** A text of a session that has the words of a search, and the part of the session that it is from. */
export type LessonLine = {
  part: 'question' | keyof SummaryParts | 'feedback' | 'own message' | 'message'
  text: string
}

/** Feedback, as its student sees it. */
export type Feedback = {
  id: string
  sessionId: SessionId
  createdAt: Date
  expertName: string
  category: string
  strengths: string[]
  customStrengths: string
  improvements: string[]
  customImprovements: string
  note: string
}

export type FeedbackPage = {
  feedback: Feedback[]
  /** The cursor of the next page. */
  next: string | null
}

/** A session whose student has no feedback from the expert yet. */
type FeedbackReminder = { sessionId: SessionId; studentName: string; endedAt: Date }

export type FeedbackReminders = {
  latest: FeedbackReminder[]
  /** The total number of reminders. */
  total: number
}

/** The state of the feedback for a session, as its expert sees it. */
export type FeedbackState = 'open' | 'given'

/** A review, as the public sees it. */
export type Review = {
  id: ReviewId
  userId: AccountId
  expertId: ExpertId
  rating: number
  comment: string | null
  createdAt: Date
  /** The time of the last change; null if never changed. */
  changedAt: Date | null
  userName: string
  answer: string | null
  answeredAt: Date | null
  /** Whether its stars are in the rating. Missing in answers of nodes before migration 0025. */
  counts?: boolean
}

/** Replaces a review that the team has hidden. */
export type HiddenReview = { id: ReviewId; createdAt: Date; hiddenReason: string }

export type ReviewPage = { reviews: (Review | HiddenReview)[]; next: ReviewId | null }

/** The totals of the reviews that count: the newest of each student, without refunded sessions. */
export type ReviewSummary = {
  rating: number
  count: number
  /** The number of reviews with one star, two stars and so on. */
  stars: number[]
  /** The expert's paid sessions that were not refunded in full. Missing in answers of nodes before migration 0025. */
  sessions?: number
}

/** A review on the page of its session, for the student and the expert. */
export type SessionReview = Pick<
  Review,
  'id' | 'rating' | 'comment' | 'createdAt' | 'changedAt' | 'answer' | 'answeredAt'
> & {
  /** The deadline for changes by the student. */
  changeUntil: Date
  /** The reason why the team has hidden it; null if it is shown. */
  hiddenReason: string | null
}

export const reviewTable = {
  sorts: { written: 'time', stars: 'number' },
  defaultSort: '-written',
  filters: {
    stars: ['1', '2', '3', '4', '5'],
    state: ['shown', 'hidden'],
    words: ['yes', 'no'],
    expert: 'id',
    student: 'id',
  },
} as const

/** A review, as the team sees it: complete, even when hidden. */
export type TeamReview = Omit<SessionReview, 'changeUntil'> & {
  sessionId: SessionId
  student: { id: AccountId; name: string }
  expert: { id: AccountId; name: string }
  hiddenAt: Date | null
}
