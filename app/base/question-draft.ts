import { safeLocalStorage } from '#app/base/browser-memory.ts'
import { questionStorageKey } from '#app/base/unsent-question.ts'
import type { SessionRequest } from '#domain/sessions/contract.ts'
import { draftKeptHours } from '#kernel/limits.ts'

/** The unsent question of a call or booking, with its uploaded file. */
type QuestionDraft = Pick<SessionRequest, 'question' | 'file'>

type StoredDraft = QuestionDraft & { authorId: string | null; savedAt: number }

/**
 * Returns the draft stored in this browser, which all tabs share. Any account may continue the draft of a visitor. The
 * draft of an account is only for that account.
 */
export function readQuestionDraft(viewerId: string | null): QuestionDraft | null {
  const stored = parseDraft(safeLocalStorage.getItem(questionStorageKey))
  if (!stored) return null
  if (Date.now() - stored.savedAt > draftKeptHours * 3_600_000) {
    forgetQuestionDraft()
    return null
  }
  return stored.authorId === null || stored.authorId === viewerId ? stored : null
}

/** Stores the draft, or removes an empty one. Returns false when storing failed. */
export function keepQuestionDraft(draft: QuestionDraft, authorId: string | null): boolean {
  if (draft.question.trim() === '' && !draft.file) {
    forgetQuestionDraft()
    return true
  }
  const text = JSON.stringify({ ...draft, authorId, savedAt: Date.now() } satisfies StoredDraft)
  safeLocalStorage.setItem(questionStorageKey, text)
  return safeLocalStorage.getItem(questionStorageKey) === text
}

export function forgetQuestionDraft(): void {
  safeLocalStorage.removeItem(questionStorageKey)
}

/** Returns null for text in any other format. */
function parseDraft(text: string | null): StoredDraft | null {
  try {
    const stored = JSON.parse(text ?? 'null')
    return typeof stored?.question === 'string' && typeof stored.savedAt === 'number' ? stored : null
  } catch {
    return null
  }
}
