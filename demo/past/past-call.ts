import type { StudentName } from '#demo/people/demo-students.ts'
import type { PastPage } from '#demo/past/boards/past-board.ts'
import type { FeedbackInput, SummaryInput } from '#domain/reviews/contract.ts'
import type { Side } from '#domain/sessions/states.ts'

/** A past call of the demo; the product computes its cost and metering. */
export type PastCall = {
  by: StudentName
  question: string
  audio?: true
} & PastTime &
  (PastTalk | PastCallWithoutTalk)

/** Days before today with a time in Asia/Kolkata, or hours before now. */
export type PastTime = { daysAgo: number; at: string } | { hoursAgo: number }

type PastTalk = PastFollowUp & {
  /** Minutes with both sides connected, or fewer if the wallet runs empty. */
  talkMinutes: number
  hungUpBy?: Side
  /** The side whose connection drops for some seconds in the middle. */
  connectionLostBy?: Side
  /** The student does not top up and talks until the wallet is empty. */
  untilWalletEmpty?: true
  /** The drawings on the board. */
  board?: PastPage[]
}

type PastCallWithoutTalk = { ends: 'declined'; reason: string } | { ends: 'missed' | 'cancelled' | 'did not connect' }

export type PastFollowUp = {
  stars?: 1 | 2 | 3 | 4 | 5
  comment?: string
  /** The changed review, one day later. */
  changed?: { stars: 1 | 2 | 3 | 4 | 5; comment: string }
  answer?: string
  feedback?: PastFeedback
  summary?: Omit<SummaryInput, 'sessionId'>
  refund?: PastRefund
}

type PastFeedback = Partial<Omit<FeedbackInput, 'sessionId'>>

export type PastRefund = {
  reason: string
  /** The team's decision on the next day; missing while the request is open. */
  decision?: { rupees: number; answer: string } | { refused: string }
}

export function isTalk(call: PastCall): call is PastCall & PastTalk {
  return 'talkMinutes' in call
}
