import type { RefundRequest } from '#domain/refunds/contract.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import type { SessionEvidence } from '#domain/team/contract.ts'
import { type RefundId, sessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { asha, ravi } from '#tests/viewers.ts'

/** Asha's call with Ravi this morning: 2 minutes and 10 seconds, so 3 minutes for ₹30. */
export const paidCall: SessionView = {
  id: sessionId.parse('0199c0de-0000-7000-8000-00000000ca11'),
  side: null,
  state: 'settled',
  callType: 'video',
  studentName: asha.name,
  expertName: ravi.name,
  expertId: ravi.expertId,
  studentPhotoUrl: null,
  expertPhotoUrl: null,
  question: 'Why does ice float?',
  fileName: null,
  fileType: null,
  ratePaisePerMinute: paise(1_000),
  sharePercent: 80,
  askedAt: new Date('2026-05-04T04:30:00Z'),
  ringUntil: new Date('2026-05-04T04:31:00Z'),
  connectedAt: new Date('2026-05-04T04:30:20Z'),
  endedAt: new Date('2026-05-04T04:32:30Z'),
  endReason: 'student hung up',
  declineReason: null,
  liveMs: 130_000,
  heldPaise: paise(0),
  heldMinutes: 0,
  leastPaise: paise(0),
  billedMinutes: 3,
  chargedPaise: paise(3_000),
  refundedPaise: null,
}

/** The team’s evidence about that call. */
export const evidence: SessionEvidence = {
  session: paidCall,
  events: [
    { id: 1, at: paidCall.askedAt, what: 'asked', side: 'student', details: {} },
    { id: 2, at: new Date('2026-05-04T04:32:30Z'), what: 'hung up', side: 'student', details: {} },
  ],
  messages: [],
  messageCount: 0,
  review: null,
  feedback: null,
  refund: null,
  stuck: null,
  trail: [],
  studentAccount: asha.id,
  expertAccount: ravi.id,
  booking: null,
}

/** Asha’s refund request for that call. */
export const askedRefund: RefundRequest = {
  id: 'r1' as RefundId,
  sessionId: paidCall.id,
  expertName: ravi.name,
  charged: paise(3_000),
  state: 'asked',
  fault: null,
  reason: 'I could not hear a word.',
  answer: null,
  refunded: null,
  askedAt: new Date('2026-05-04T05:00:00Z'),
  decidedAt: null,
}
