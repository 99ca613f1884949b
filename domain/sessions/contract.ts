import { z } from 'zod'
import { questionFile } from '#domain/files/contract.ts'
import type { SessionState, Side } from '#domain/sessions/states.ts'
import type { ExpertId, SessionId } from '#kernel/ids.ts'
import {
  declineReasonMaxLength,
  messageMaxLength,
  questionMaxLength,
  reportMaxLength,
  sessionEndReasonMaxLength,
} from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { freeText } from '#kernel/free-text.ts'

export const callTypes = ['audio', 'video'] as const
export type CallType = (typeof callTypes)[number]

export const sessionRequest = z.object({
  /** Made by the browser before its first try. */
  id: z.uuid(),
  expertId: z.uuid(),
  callType: z.enum(callTypes),
  question: freeText(questionMaxLength),
  file: z.nullable(questionFile),
  /** As it was shown: nothing begins at another one. */
  ratePaisePerMinute: z.int().positive(),
})
export type SessionRequest = z.input<typeof sessionRequest>

export const sessionChoice = z.object({ id: z.uuid() })
export type SessionChoice = z.input<typeof sessionChoice>

/** Why somebody of the team ends a session: it does not move any more, or somebody in it is in danger. */
export const endReasons = ['stuck', 'safety'] as const

export const sessionEnd = z.object({
  id: z.uuid(),
  reason: z.enum(endReasons),
  why: freeText(sessionEndReasonMaxLength).min(1),
})
export type SessionEnd = z.input<typeof sessionEnd>

/** What should have moved on by itself, and has not. */
export const stuckKinds = ['ring', 'connection', 'meter', 'bill'] as const
export type StuckKind = (typeof stuckKinds)[number]

export const refusedRing = z.object({
  id: z.uuid(),
  reason: freeText(declineReasonMaxLength),
})
export type RefusedRing = z.input<typeof refusedRing>

export const report = z.object({
  id: z.uuid(),
  sessionId: z.uuid(),
  words: freeText(reportMaxLength).min(1),
})
export type Report = z.input<typeof report>

/** What one of the two writes to the other. */
export const newMessage = z.object({
  /** Made by the browser before its first try. */
  id: z.uuid(),
  sessionId: z.uuid(),
  text: freeText(messageMaxLength).min(1),
})
export type NewMessage = z.input<typeof newMessage>

export type SessionMessage = {
  id: string
  /** Grows by one within the session. */
  number: number
  side: Side
  /** Nothing when its author has left with all words. */
  text: string | null
  saidAt: Date
}

/** What the expert sees and hears while it rings. */
export type Ring = {
  sessionId: SessionId
  studentName: string
  callType: CallType
  question: string | null
  fileName: string | null
  ratePaisePerMinute: Paise
  sharePercent: number
  ringLeftMs: number
}

/** The session that somebody is in, as much of it as every page of theirs must know. */
export type OpenSession = {
  sessionId: SessionId
  side: Side
  state: SessionState
  callType: CallType
  otherName: string
}

/** One session, for its two people. */
export type SessionView = {
  id: SessionId
  side: Side | null
  state: SessionState
  callType: CallType
  studentName: string
  expertName: string
  expertId: ExpertId | null
  studentPhotoUrl: string | null
  expertPhotoUrl: string | null
  question: string | null
  fileName: string | null
  /** As it was stored: `image/…` stands only on pictures that we drew anew ourselves. */
  fileType: string | null
  ratePaisePerMinute: Paise
  sharePercent: number
  askedAt: Date
  ringUntil: Date
  connectedAt: Date | null
  endedAt: Date | null
  endReason: string | null
  declineReason: string | null
  liveMs: number
  heldPaise: Paise
  heldMinutes: number
  /** Of a booked session: what it costs at least when the student leaves it. Nothing in any other. */
  leastPaise: Paise
  billedMinutes: number | null
  chargedPaise: Paise | null
  /** What went back to the student, whole or in part. */
  refundedPaise: Paise | null
}

/** What came of a session: it was charged, it is over and was not, or something went back. */
export const sessionOutcomes = ['paid', 'free', 'refunded'] as const
export type SessionOutcome = (typeof sessionOutcomes)[number]

/** Which of one's own sessions are meant. Days are those of the reader: '2026-11-09'. */
export type SessionFilter = {
  outcome: SessionOutcome | null
  callType: CallType | null
  from: string | null
  to: string | null
  /** A part of the other one's name. */
  name: string
}

export const allSessionsFilter: SessionFilter = {
  outcome: null,
  callType: null,
  from: null,
  to: null,
  name: '',
}

/** What some of one's own sessions come to. */
export type SessionTotals = {
  sessions: number
  billed: number
  minutes: number
  /** What they cost the student, or brought the expert, before anything went back. */
  amount: Paise
  /** What went back to the student, or was taken from the expert for it. */
  refunded: Paise
}

export type SessionPage = {
  sessions: SessionView[]
  /** Where the next page begins: after this one. */
  next: SessionId | null
}

/** Those that were billed. */
export type SessionStatistics = {
  total: number
  /** Of the month in Kolkata. */
  thisMonth: number
}

/** The lines that a timeline can have. */
export const sessionEventKinds = [
  'asked',
  'rang',
  'answered',
  'begun',
  'declined',
  'cancelled',
  'missed',
  'switched off',
  'did not connect',
  'joined',
  'connected',
  'lost',
  'resumed',
  'contradicted',
  'extended',
  'hung up',
  'ended',
  'billed',
  'refund asked',
  'refunded',
  'refund refused',
] as const
export type SessionEventKind = (typeof sessionEventKinds)[number]

/** What happened, in the order in which it did. */
export type SessionEvent = {
  id: number
  at: Date
  what: SessionEventKind
  side: Side | null
  details: Record<string, unknown>
}
