import { z } from 'zod'
import type { AccountId, ExpertId, ReviewId, SessionId } from '#kernel/ids.ts'
import {
  feedbackMaxLength,
  hiddenReasonMaxLength,
  reviewAnswerMaxLength,
  reviewMaxLength,
  starsMax,
} from '#kernel/limits.ts'
import { freeText } from '#kernel/free-text.ts'

const chips = z.array(z.string().max(100)).max(20)
const feedbackText = freeText(feedbackMaxLength)

/** What an expert leaves for the student. */
export const feedback = z.object({
  sessionId: z.uuid(),
  strengths: chips,
  customStrengths: feedbackText,
  improvements: chips,
  customImprovements: feedbackText,
  note: feedbackText,
})
export type FeedbackInput = z.input<typeof feedback>

/** What a student says about a session; the comment may be empty. */
export const review = z.object({
  sessionId: z.uuid(),
  rating: z.int().min(1).max(starsMax),
  comment: freeText(reviewMaxLength),
})
export type ReviewInput = z.input<typeof review>

export const reviewAnswer = z.object({ reviewId: z.uuid(), words: freeText(reviewAnswerMaxLength) })
export type ReviewAnswer = z.input<typeof reviewAnswer>

/** Why a review is hidden is published; why it is shown again is in the audit log. */
export const hiddenState = z.object({ reviewId: z.uuid(), why: freeText(hiddenReasonMaxLength) })
export type HiddenState = z.input<typeof hiddenState>

/** As its student reads it. */
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
  /** Where the next page begins: after this one. */
  next: string | null
}

/** A session whose student still waits for the expert's words. */
export type FeedbackReminder = { sessionId: SessionId; studentName: string; endedAt: Date }

export type FeedbackReminders = {
  latest: FeedbackReminder[]
  /** Of all that are reminded of. */
  total: number
}

/** How it stands with the words for the student of a session, as its expert knows it. */
export type FeedbackState = 'open' | 'given'

/** As everybody reads it. */
export type Review = {
  id: ReviewId
  userId: AccountId
  expertId: ExpertId
  rating: number
  comment: string | null
  createdAt: Date
  /** When it was last changed, if it was. */
  changedAt: Date | null
  userName: string
  answer: string | null
  answeredAt: Date | null
}

/** What stands in the place of one that the team has taken away. */
export type HiddenReview = { id: ReviewId; createdAt: Date; hiddenReason: string }

export type ReviewPage = { reviews: (Review | HiddenReview)[]; next: ReviewId | null }

/** What all reviews of an expert come to. */
export type ReviewSummary = {
  rating: number
  count: number
  /** How many gave one star, two stars and so on. */
  stars: number[]
}

/** A review on the page of its session, for the two people of it. */
export type SessionReview = Pick<
  Review,
  'id' | 'rating' | 'comment' | 'createdAt' | 'changedAt' | 'answer' | 'answeredAt'
> & {
  /** Until then its student may change it. */
  changeUntil: Date
  /** Why the team has hidden it, if it has. */
  hiddenReason: string | null
}

export const reviewTable = {
  sorts: { written: 'time', stars: 'number' },
  opens: '-written',
  filters: {
    stars: ['1', '2', '3', '4', '5'],
    state: ['shown', 'hidden'],
    words: ['yes', 'no'],
    expert: 'id',
    student: 'id',
  },
} as const

/** As the team sees it: all of it, hidden or not. */
export type TeamReview = Omit<SessionReview, 'changeUntil'> & {
  sessionId: SessionId
  student: { id: AccountId; name: string }
  expert: { id: AccountId; name: string }
  hiddenAt: Date | null
}
