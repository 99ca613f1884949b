import type { StudentName } from '#demo/people/demo-students.ts'
import type { FeedbackInput } from '#domain/reviews/contract.ts'
import type { Side } from '#domain/sessions/states.ts'

/** A call of the demo's past, as it is told; what it cost and how it was counted is left to the product. */
export type PastCall = {
  by: StudentName
  question: string
  audio?: true
} & PastTime &
  (PastTalk | PastCallWithoutTalk)

/** So many days before today, at that time in Kolkata; or so many hours before now. */
export type PastTime = { ago: number; at: string } | { hoursAgo: number }

type PastTalk = PastFollowUp & {
  /** In minutes that both are there, unless the money ends before. */
  talkMinutes: number
  hungUpBy?: Side
  /** Whose line breaks in the middle, for some seconds. */
  lost?: Side
  /** The student adds nothing before it, and goes on until the wallet is empty. */
  untilWalletEmpty?: true
}

type PastCallWithoutTalk =
  | { ends: 'declined'; why: string }
  | { ends: 'missed' | 'cancelled' | 'did not connect' }

export type PastFollowUp = {
  stars?: 1 | 2 | 3 | 4 | 5
  comment?: string
  /** What the review became on the next day. */
  changed?: { stars: 1 | 2 | 3 | 4 | 5; comment: string }
  answer?: string
  feedback?: PastFeedback
  refund?: PastRefund
}

type PastFeedback = Partial<Omit<FeedbackInput, 'sessionId'>>

export type PastRefund = {
  reason: string
  /** How the team decided on the next day; nothing while it is open. */
  decision?: { rupees: number; answer: string } | { refused: string }
}

export function isTalk(call: PastCall): call is PastCall & PastTalk {
  return 'talkMinutes' in call
}
