import type { Ticket } from '#domain/tickets/contract.ts'
import { refundId } from '#kernel/ids.ts'
import { paidCall } from '#tests/session-views.ts'
import { asha } from '#tests/viewers.ts'

/** Asha’s refund request for her call with Ravi, from an hour ago. */
export const refundTicket: Ticket = {
  number: 42,
  kind: 'refund',
  state: 'open',
  person: { id: asha.id, name: asha.name, maskedEmail: 'a•••@samjhao.example', role: 'student' },
  about: null,
  words: 'I could not hear a word.',
  answer: null,
  sessionId: paidCall.id,
  refundId: refundId.parse('0199c0de-0000-7000-8000-0000000000ef'),
  openedAt: new Date('2026-05-04T05:30:00Z'),
  acknowledgeBy: new Date('2026-05-06T05:30:00Z'),
  resolveBy: new Date('2026-06-03T05:30:00Z'),
  dueAt: new Date('2026-05-06T05:30:00Z'),
  acknowledgedAt: null,
  resolvedAt: null,
  resolvedBy: null,
  isAutomatic: false,
  refunded: null,
}
