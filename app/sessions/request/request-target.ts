import type { RequestDraft, SessionRequestDraft } from '#app/experts/open-request-context.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import { rateMaxPaisePerMinute, rateMinPaisePerMinute, sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'

/** The receiver of a request: one expert, or all experts who match a language and a maximum price. */
export type RequestTarget =
  | { kind: 'expert'; expert: SessionRequestDraft['expert'] }
  | {
      kind: 'anyone'
      /** Null for any language. */
      language: string | null
      /** As typed, in rupees. */
      maxRate: string
    }

export function targetOf(draft: RequestDraft): RequestTarget {
  if (draft.target !== 'anyone') return { kind: 'expert', expert: draft.expert }
  const { language = null, maxRatePaisePerMinute = sessionRatePaisePerMinute } = draft
  return { kind: 'anyone', language, maxRate: String(maxRatePaisePerMinute / 100) }
}

/** The draft that opens the dialog again with the current choices. */
export function draftOf(opened: RequestDraft, target: RequestTarget, callType: CallType): RequestDraft {
  const { question, file, invitation } = opened
  const shared = { callType, question, file, invitation }
  if (target.kind === 'expert') return { ...shared, continues: opened.continues, expert: target.expert }
  return { ...shared, target: 'anyone', language: target.language, maxRatePaisePerMinute: agreedRate(target) }
}

/** The price that the student agrees to: the expert's, the entered maximum, or the usual price if none is entered. */
export function agreedRate(target: RequestTarget): Paise {
  if (target.kind === 'expert') return target.expert.ratePaisePerMinute
  return readMaxRate(target.maxRate) ?? sessionRatePaisePerMinute
}

export function rateText(target: RequestTarget): string {
  const text = `${formatRupees(agreedRate(target))}/min`
  return target.kind === 'expert' ? text : `up to ${text}`
}

export function findTargetProblem(target: RequestTarget): string | undefined {
  if (target.kind === 'expert' || readMaxRate(target.maxRate)) return undefined
  return `Please enter a price from ${formatRupees(rateMinPaisePerMinute)} to ${formatRupees(rateMaxPaisePerMinute)}`
}

function readMaxRate(text: string): Paise | undefined {
  const rate = readAmount(text)
  return rate && rate >= rateMinPaisePerMinute && rate <= rateMaxPaisePerMinute ? rate : undefined
}
