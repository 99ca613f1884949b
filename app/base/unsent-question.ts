import { safeLocalStorage } from '#app/base/browser-memory.ts'

/** Storage names of an unsent question and of its file in this browser. */
export const questionStorageKey = 'samjhao:question'
export const questionFileDatabase = 'samjhao:question-file'

export function forgetUnsentQuestion(): void {
  safeLocalStorage.removeItem(questionStorageKey)
  try {
    indexedDB.deleteDatabase(questionFileDatabase)
  } catch {
    // Without this storage there is nothing to delete.
  }
}
