import type { Correction } from '#domain/books/contract.ts'
import { paise } from '#kernel/money.ts'
import { asha, tara } from '#tests/viewers.ts'

/** Tara’s proposal from an hour ago: credit Asha the ₹250 that never arrived. */
export const ashasCorrection: Correction = {
  id: '0199c0de-0000-7000-8000-0000000000c0',
  person: { id: asha.id, name: asha.name, maskedEmail: 'a•••@samjhao.example' },
  from: 'gateway_clearing',
  to: 'student_wallet',
  amount: paise(25_000),
  cause: 'payment_missing',
  reason: 'Paid on Friday, and never arrived.',
  state: 'proposed',
  proposedBy: tara,
  proposedAt: new Date('2026-05-04T05:30:00Z'),
  expiresAt: new Date('2026-05-11T05:30:00Z'),
  decidedBy: null,
  decidedAt: null,
  answer: null,
}
