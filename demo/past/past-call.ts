import type { StudentName } from '#demo/people/demo-students.ts'
import type { FeedbackInput } from '#domain/reviews/contract.ts'
import type { Side } from '#domain/sessions/states.ts'

/** A call of the demo's past, as it is told; what it cost and how it was counted is left to the product. */
export type PastCall = {
  by: StudentName
  asks: string
  audio?: true
} & When &
  (Talk | NoTalk)

/** So many days before today, at that time in Kolkata; or so many hours before now. */
export type When = { ago: number; at: string } | { hoursAgo: number }

type Talk = After & {
  /** In minutes that both are there, unless the money ends before. */
  talks: number
  hungUpBy?: Side
  /** Whose line breaks in the middle, for some seconds. */
  lost?: Side
  /** The student adds nothing before it, and goes on until the wallet is empty. */
  spendsAll?: true
}

type NoTalk = { ends: 'declined'; why: string } | { ends: 'missed' | 'cancelled' | 'did not connect' }

export type After = {
  stars?: 1 | 2 | 3 | 4 | 5
  says?: string
  /** What the review became on the next day. */
  changed?: { stars: 1 | 2 | 3 | 4 | 5; says: string }
  answer?: string
  told?: PastFeedback
  refund?: PastRefund
}

type PastFeedback = Partial<Omit<FeedbackInput, 'sessionId'>>

export type PastRefund = {
  reason: string
  /** How the team decided on the next day; nothing while it is open. */
  decision?: { rupees: number; words: string } | { refused: string }
}

export function isTalk(call: PastCall): call is PastCall & Talk {
  return 'talks' in call
}
