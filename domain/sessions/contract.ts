import { z } from 'zod'
import { questionFile } from '#domain/files/contract.ts'
import type { SessionState, Side } from '#domain/sessions/states.ts'
import { type ExpertId, expertId, type SessionId, sessionId } from '#kernel/ids.ts'
import {
  actionReasonMaxLength,
  declineReasonMaxLength,
  messageMaxLength,
  questionMaxLength,
  reportMaxLength,
  sessionEndReasonMaxLength,
} from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { freeText } from '#kernel/free-text.ts'
import type { SearchMatch } from '#kernel/search-match.ts'

export const callTypes = ['audio', 'video'] as const
export type CallType = (typeof callTypes)[number]

export const sessionRequest = z.object({
  /** Created by the browser before its first attempt. */
  id: sessionId,
  expertId,
  callType: z.enum(callTypes),
  question: freeText(questionMaxLength),
  file: z.nullable(questionFile),
  /** The rate shown to the student. The request is refused if the rate has changed. */
  ratePaisePerMinute: z.int().positive(),
  /** An earlier session with the same expert, whose board the new session starts with. Pages of older nodes send none. */
  continues: sessionId.nullish(),
})
export type SessionRequest = z.input<typeof sessionRequest>

export const sessionChoice = z.object({ id: sessionId })
export type SessionChoice = z.input<typeof sessionChoice>

/** The reasons for which the team ends a session: it is stuck, or a participant is in danger. */
const endReasons = ['stuck', 'safety'] as const

export const sessionEnd = z.object({
  id: sessionId,
  reason: z.enum(endReasons),
  why: freeText(sessionEndReasonMaxLength).min(1),
})
export type SessionEnd = z.input<typeof sessionEnd>

/** The team must give a reason to read a chat. The audit log records it. */
export const chatReadInput = z.object({ id: sessionId, why: freeText(actionReasonMaxLength) })
export type ChatReadInput = z.input<typeof chatReadInput>

/** The step at which a session is stuck. */
export type StuckKind = 'ring' | 'connection' | 'meter' | 'bill'

export const refusedRing = z.object({
  id: sessionId,
  reason: freeText(declineReasonMaxLength),
})
export type RefusedRing = z.input<typeof refusedRing>

export const report = z.object({
  id: z.uuid(),
  sessionId,
  text: freeText(reportMaxLength).min(1),
})
export type Report = z.input<typeof report>

/** A chat message from one participant to the other. */
export const newMessage = z.object({
  /** Created by the browser before its first attempt. */
  id: z.uuid(),
  sessionId,
  text: freeText(messageMaxLength).min(1),
})
export type NewMessage = z.input<typeof newMessage>

export type SessionMessage = {
  id: string
  /** Increases by one within the session. */
  number: number
  side: Side
  /** Null after the author has deleted the account. */
  text: string | null
  saidAt: Date
}

/** A ringing request, as its expert sees it. */
export type Ring = {
  sessionId: SessionId
  studentName: string
  studentPhotoUrl: string | null
  callType: CallType
  question: string | null
  fileName: string | null
  ratePaisePerMinute: Paise
  sharePercent: number
  ringLeftMs: number
}

/** A person's open session, reduced to what every page needs. */
export type OpenSession = {
  sessionId: SessionId
  side: Side
  state: SessionState
  callType: CallType
  otherName: string
}

/** One session as its two participants see it. */
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
  /** `image/…` only for pictures that the server has re-encoded. */
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
  /** The minimum charge of a booked session when the student leaves it. Zero for other sessions. */
  leastPaise: Paise
  billedMinutes: number | null
  chargedPaise: Paise | null
  /** The amount refunded to the student, in full or in part. */
  refundedPaise: Paise | null
}

/** The outcome of a session: charged, over without a charge, or refunded. */
export const sessionOutcomes = ['paid', 'free', 'refunded'] as const
export type SessionOutcome = (typeof sessionOutcomes)[number]

/** Filters the actor's own sessions. Days such as '2026-11-09' are in the reader's time zone. */
export type SessionFilter = {
  outcome: SessionOutcome | null
  callType: CallType | null
  from: string | null
  to: string | null
  /** Part of the other party's name. */
  name: string
  /** Words in the texts of a session, found by `searchLessons`. */
  words: string
}

export const allSessionsFilter: SessionFilter = {
  outcome: null,
  callType: null,
  from: null,
  to: null,
  name: '',
  words: '',
}

/** Totals over a selection of the actor's own sessions. */
export type SessionTotals = {
  sessions: number
  billed: number
  minutes: number
  /** The amount that the student paid, or the expert earned, before refunds. */
  amount: Paise
  /** The amount refunded to the student, or taken from the expert for refunds. */
  refunded: Paise
}

export type SessionPage = {
  sessions: SessionView[]
  /** Cursor: the next page begins after this session. */
  next: SessionId | null
}

/** Counts billed sessions only. */
export type SessionStatistics = {
  total: number
  /** Of the current month in Asia/Kolkata. */
  thisMonth: number
}

/** All kinds of events in a session's timeline. */
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

/** One entry of a session's timeline. */
export type SessionEvent = {
  id: number
  at: Date
  what: SessionEventKind
  side: Side | null
  details: Record<string, unknown>
}

/** A session of the acting expert with messages that they have not seen. Names are short, such as 'Asha V.' */
export type UnreadChat = { sessionId: SessionId; studentName: string; count: number; at: Date }

/** A ring that the acting expert did not answer. */
export type MissedCall = {
  sessionId: SessionId
  studentName: string
  callType: CallType
  question: string | null
  at: Date
}

/** The latest of each kind, and how many there are. */
export type WaitingForExpert = {
  chats: { latest: UnreadChat[]; total: number }
  calls: { latest: MissedCall[]; total: number }
}

/** A session, as the search over everything shows it. */
export type FoundSession = {
  id: SessionId
  match: SearchMatch
  state: SessionState
  chargedPaise: Paise | null
  studentName: string
  expertName: string
  askedAt: Date
}
