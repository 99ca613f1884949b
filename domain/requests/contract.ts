import { z } from 'zod'
import { questionFile, type QuestionFile } from '#domain/files/contract.ts'
import type { RequestState } from '#domain/requests/states.ts'
import { callTypes, type CallType } from '#domain/sessions/contract.ts'
import { spokenLanguages } from '#kernel/catalogue.ts'
import { freeText } from '#kernel/free-text.ts'
import { type ExpertId, requestId, sessionId } from '#kernel/ids.ts'
import { questionMaxLength } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'

/** A question to any matching expert who is free. */
export const newRequest = z.object({
  /** Created by the browser before its first attempt. */
  id: requestId,
  callType: z.enum(callTypes),
  question: freeText(questionMaxLength),
  file: z.nullable(questionFile),
  /** Null for any language. */
  language: z.nullable(z.enum(spokenLanguages)),
  maxRatePaisePerMinute: z.int().positive(),
})
export type NewRequest = z.input<typeof newRequest>

export const requestChoice = z.object({ id: requestId })
export type RequestChoice = z.input<typeof requestChoice>

export const offerChoice = z.object({ id: sessionId })
export type OfferChoice = z.input<typeof offerChoice>

/** A request as its student sees it. */
export type RequestView = {
  state: RequestState
  callType: CallType
  question: string | null
  file: QuestionFile | null
  language: string | null
  maxRatePaisePerMinute: Paise
  /** The experts who were asked so far, those who declined, and those who are being asked now. */
  asked: number
  declined: number
  ringing: number
  leftMs: number
  /** The session with the expert who accepted. */
  session: { id: string; expertName: string } | null
  hasAlert: boolean
}

/** The student's open request, for every page. */
export type OpenRequest = { requestId: string }

/** What a student can do when no expert accepted. */
export type RequestAlternatives = {
  /** The next bookable times of matching experts. */
  times: { expertId: ExpertId; name: string; photoUrl: string | null; ratePaisePerMinute: Paise; startsAt: Date }[]
  /** The lowest price above the student's limit at which matching experts are free now, and their number. */
  higherPrice: { ratePaisePerMinute: Paise; experts: number } | null
}
