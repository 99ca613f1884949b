import { z } from 'zod'
import { type RefundId, refundId, type SessionId, sessionId } from '#kernel/ids.ts'
import { refundAnswerMaxLength, refundReasonMaxLength } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { freeText } from '#kernel/free-text.ts'

export const refundRequest = z.object({
  id: refundId,
  sessionId,
  reason: freeText(refundReasonMaxLength),
})
export type RefundRequestInput = z.input<typeof refundRequest>

const answer = freeText(refundAnswerMaxLength)
export const grantedRefund = z.object({ id: refundId, amountPaise: z.int(), answer })
export type GrantedRefund = z.input<typeof grantedRefund>
export const refusedRefund = z.object({ id: refundId, answer })
export type RefusedRefund = z.input<typeof refusedRefund>

export type RefundState = 'asked' | 'granted' | 'refused'

/** Faults that the timeline proves, so that no request is needed. */
export type Fault = 'expert_left_early'

/** A refund, as its student sees it. */
export type RefundRequest = {
  id: RefundId
  sessionId: SessionId
  expertName: string
  charged: Paise
  state: RefundState
  fault: Fault | null
  /** The student's own text; null when the system found the fault. */
  reason: string | null
  /** The decision, as text for the student. */
  answer: string | null
  refunded: Paise | null
  askedAt: Date
  decidedAt: Date | null
}

export type RefundPage = {
  refunds: RefundRequest[]
  /** The cursor of the next page. */
  next: RefundId | null
}

/** The refund of one session, and whether one can be requested. */
export type SessionRefund = {
  request: RefundRequest | null
  /** The deadline for a request; null when there is nothing to request. */
  askUntil: Date | null
}
