import { safeSessionStorage } from '#app/base/browser-memory.ts'
import type { RequestDraft } from '#app/experts/open-request-context.ts'
import { openRequestKey } from '#app/sessions/request/open-request-key.ts'

/** The dialog that is open in this tab, and its page. */
export type OpenRequest = { requestDraft: RequestDraft; path: string }

/** Leaves out the question and the file, which are stored separately and may have changed since. */
export function rememberOpenRequest({ requestDraft, path }: OpenRequest): void {
  const choices: RequestDraft = { ...requestDraft, question: undefined, file: undefined }
  safeSessionStorage.setItem(openRequestKey, JSON.stringify({ requestDraft: choices, path, openedAt: Date.now() }))
}

export function forgetOpenRequest(): void {
  safeSessionStorage.removeItem(openRequestKey)
}
