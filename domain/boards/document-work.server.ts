import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type {
  DocumentAnswer,
  DocumentContent,
  DocumentWork,
  RewrittenDocument,
} from '#domain/boards/document-worker.server.ts'

/** Also found from the built server, which is one file. */
const workerFile = createRequire(import.meta.url).resolve('#domain/boards/document-worker.server.ts')
const memoryMaxMb = 512

let worker: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

/** Merges the updates of a document and removes what some writers have written. Null if that takes longer than `limitMs`. */
export function rewriteDocument(work: { updates: Uint8Array[]; without: number[] }, limitMs: number) {
  return inTurn<RewrittenDocument>({ ...work, kind: 'rewrite' }, limitMs)
}

/** Returns what these writers have written. Null if reading the document takes longer than `limitMs`. */
export function readDocument(work: { updates: Uint8Array[]; writers: number[] }, limitMs: number) {
  return inTurn<DocumentContent>({ ...work, kind: 'read' }, limitMs)
}

/** One document at a time, so that hostile ones use one thread at most. */
function inTurn<Result>(work: DocumentWork, limitMs: number): Promise<Result | null> {
  const result = last.then(() => send<Result>(work, limitMs))
  last = result.catch(() => undefined)
  return result
}

async function send<Result>(work: DocumentWork, limitMs: number): Promise<Result | null> {
  const current = await getWorker()
  const ended = new AbortController()
  // Ends the thread in the middle of its work, too.
  const timer = setTimeout(() => void current.terminate(), limitMs)
  try {
    current.postMessage(work, [])
    const [answer] = (await Promise.race([
      once(current, 'message', { signal: ended.signal }),
      once(current, 'exit', { signal: ended.signal }).then(() => ['unreadable']),
    ])) as [DocumentAnswer]
    return answer === 'unreadable' ? null : (answer.result as Result)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return null
    throw error
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

/** A failure to start it must not be taken for an unreadable document. */
async function getWorker(): Promise<Worker> {
  if (worker) return worker
  const started = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb }, execArgv: [] })
  await once(started, 'online')
  started.once('exit', () => {
    if (worker === started) worker = undefined
  })
  // The process may end while the thread waits.
  started.unref()
  worker = started
  return started
}
