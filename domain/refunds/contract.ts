import { z } from 'zod'
import type { RefundId, SessionId } from '#kernel/ids.ts'
import { refundAnswerMaxLength, refundReasonMaxLength } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { freeText } from '#kernel/free-text.ts'

export const refundRequest = z.object({
  id: z.uuid(),
  sessionId: z.uuid(),
  reason: freeText(refundReasonMaxLength),
})
export type RefundRequestInput = z.input<typeof refundRequest>

const answer = freeText(refundAnswerMaxLength)
export const grantedRefund = z.object({ id: z.uuid(), amountPaise: z.int(), answer })
export type GrantedRefund = z.input<typeof grantedRefund>
export const refusedRefund = z.object({ id: z.uuid(), answer })
export type RefusedRefund = z.input<typeof refusedRefund>

const refundStates = ['asked', 'granted', 'refused'] as const
export type RefundState = (typeof refundStates)[number]

/** What the facts alone prove, so that nobody has to ask. */
export const faults = ['expert_left_early'] as const
export type Fault = (typeof faults)[number]

/** As its student reads it. */
export type RefundRequest = {
  id: RefundId
  sessionId: SessionId
  expertName: string
  charged: Paise
  state: RefundState
  fault: Fault | null
  /** The student's own words; nothing where the product found the fault. */
  reason: string | null
  /** How it was decided, in words for the student. */
  answer: string | null
  refunded: Paise | null
  askedAt: Date
  decidedAt: Date | null
}

export type RefundPage = {
  refunds: RefundRequest[]
  /** Where the next page begins: after this one. */
  next: RefundId | null
}

/** What there is to know about the refund of one session. */
export type SessionRefund = {
  request: RefundRequest | null
  /** Until then its student may ask; nothing when there is nothing to ask for. */
  askUntil: Date | null
}
