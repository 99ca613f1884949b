import { z } from 'zod'
import { email } from '#domain/accounts/contract.ts'
import { type AccountId, type RefundId, type SessionId, sessionId } from '#kernel/ids.ts'
import { complaintMaxLength, refundAnswerMaxLength } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { freeText } from '#kernel/free-text.ts'
import type { SearchMatch } from '#kernel/search-match.ts'

export const ticketKinds = ['refund', 'report', 'complaint'] as const
export type TicketKind = (typeof ticketKinds)[number]

/** A ticket is open until we have acknowledged it by mail. */
export const ticketStates = ['open', 'acknowledged', 'resolved'] as const
export type TicketState = (typeof ticketStates)[number]

export const complaint = z.object({
  email,
  /** Empty when the complaint is not about a session. */
  sessionId: z.union([sessionId, z.literal('')]),
  text: freeText(complaintMaxLength),
})
export type ComplaintInput = z.input<typeof complaint>

export const ticketChoice = z.object({ number: z.int().positive() })
export const resolution = z.object({
  number: z.int().positive(),
  /** The refund for the student of the session. Zero for none. */
  amountPaise: z.int().nonnegative(),
  answer: freeText(refundAnswerMaxLength),
})
export type Resolution = z.input<typeof resolution>

export const ticketTable = {
  sorts: { due: 'time', number: 'number' },
  defaultSort: 'due',
  /** By default, unresolved tickets are listed. 'automatic' lists those that the system resolved with a refund. */
  filters: { kind: ticketKinds, state: [...ticketStates, 'automatic', 'all'] },
} as const

export type Ticket = {
  number: number
  kind: TicketKind
  state: TicketState
  person: { id: AccountId; name: string; maskedEmail: string; role: string }
  /** The reported person, if any. */
  about: string | null
  words: string | null
  answer: string | null
  sessionId: SessionId | null
  refundId: RefundId | null
  openedAt: Date
  acknowledgeBy: Date
  resolveBy: Date
  dueAt: Date
  acknowledgedAt: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
  /** Decided by the system, because the evidence proves a fault. */
  isAutomatic: boolean
  refunded: Paise | null
}

/** A ticket, as the search over everything shows it. */
export type FoundTicket = Pick<Ticket, 'number' | 'kind' | 'state' | 'openedAt'> & {
  match: SearchMatch
  personName: string
}
