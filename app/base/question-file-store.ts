import { questionFileDatabase } from '#app/base/unsent-question.ts'
import { draftKeptHours } from '#kernel/limits.ts'

/*
 * Uploading a question's file requires an account. Until the visitor has one, or while the upload fails, this browser
 * stores the file.
 */

const storeName = 'files'
const fileKey = 'question'

type StoredFile = { file: File; authorId: string | null; savedAt: number }

/** Does nothing if the browser offers no storage. The file is then lost with the page. */
export async function keepQuestionFile(file: File, authorId: string | null): Promise<void> {
  const stored: StoredFile = { file, authorId, savedAt: Date.now() }
  await inStore('readwrite', (store) => store.put(stored, fileKey))
}

/** As with drafts, any account may continue with the file of a visitor. */
export async function readQuestionFile(viewerId: string | null): Promise<File | null> {
  const stored: StoredFile | null = await inStore('readonly', (store) => store.get(fileKey))
  if (!stored) return null
  if (Date.now() - stored.savedAt > draftKeptHours * 3_600_000) {
    await forgetQuestionFile()
    return null
  }
  return stored.authorId === null || stored.authorId === viewerId ? stored.file : null
}

export async function forgetQuestionFile(): Promise<void> {
  await inStore('readwrite', (store) => store.clear())
}

/** Returns null without a result, or when the storage is disabled or full. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | null> {
  let database: IDBDatabase | undefined
  try {
    const opening = indexedDB.open(questionFileDatabase, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
    database = await whenDone(opening)
    return (await whenDone(act(database.transaction(storeName, mode).objectStore(storeName)))) ?? null
  } catch {
    return null
  } finally {
    database?.close()
  }
}

function whenDone<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
