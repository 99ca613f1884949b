import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type {
  DocumentAddition,
  DocumentAnswer,
  DocumentContent,
  DocumentDifference,
  DocumentOverview,
  DocumentPages,
  DocumentWork,
  RewrittenDocument,
} from '#domain/boards/document-worker.server.ts'
import type { BoardId } from '#kernel/ids.ts'

/** `resolve` also finds the file from the built server, which is a single file. */
const workerFile = createRequire(import.meta.url).resolve('#domain/boards/document-worker.server.ts')
const memoryMaxMb = 512

/** Requests of people do not wait behind jobs, which may spend more time on a hostile document. */
const queues = { jobs: createQueue(), people: createQueue() }
export type Limit = { for: keyof typeof queues; timeoutMs: number }

/** Merges the updates of a document and removes the content of these writers. Null if that takes too long. */
export function rewriteDocument(
  work: { updates: Uint8Array[]; without: number[] },
  limit: Limit,
): Promise<RewrittenDocument | null> {
  return queues[limit.for]<RewrittenDocument>({ ...work, kind: 'rewrite' }, limit.timeoutMs)
}

/** Returns the content of these writers. Null if reading the document takes too long. */
export function readDocument(
  work: { updates: Uint8Array[]; writers: number[] },
  limit: Limit,
): Promise<DocumentContent | null> {
  return queues[limit.for]<DocumentContent>({ ...work, kind: 'read' }, limit.timeoutMs)
}

/**
 * Whether a change only adds and removes content of these writers. False if it refers to missing changes, or if reading
 * the document takes too long.
 */
export async function isOwnAddition(
  work: { updates: Uint8Array[]; added: Uint8Array; writers: number[] },
  limit: Limit,
): Promise<boolean> {
  const checked = await queues[limit.for]<DocumentAddition>({ ...work, kind: 'addition' }, limit.timeoutMs)
  return checked?.isOwn ?? false
}

/** Returns the counts, texts and code of a document. Null if reading it takes too long. */
export function describeDocument(updates: Uint8Array[], limit: Limit): Promise<DocumentOverview | null> {
  return queues[limit.for]<DocumentOverview>({ kind: 'overview', updates }, limit.timeoutMs)
}

/** Returns the content of a document that `existing` does not have, or 'empty'. Null if that takes too long. */
export async function compareDocuments(
  work: { updates: Uint8Array[]; existing: Uint8Array[] },
  limit: Limit,
): Promise<RewrittenDocument | 'empty' | null> {
  const compared = await queues[limit.for]<DocumentDifference>({ ...work, kind: 'difference' }, limit.timeoutMs)
  return compared && (compared.difference ?? 'empty')
}

/** Returns the change that adds the pages of a document to `existing`. Null if that takes too long. */
export async function appendDocument(
  work: { updates: Uint8Array[]; existing: Uint8Array[]; from: BoardId },
  limit: Limit,
): Promise<DocumentPages['appended'] | null> {
  const result = await queues[limit.for]<DocumentPages>({ ...work, kind: 'append' }, limit.timeoutMs)
  return result && result.appended
}

/** Processes one document at a time, in one thread that starts with the first document. */
function createQueue() {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  return <Result>(work: DocumentWork, timeoutMs: number): Promise<Result | null> => {
    const result = last.then(() => send<Result>(work, timeoutMs))
    last = result.catch(() => undefined)
    return result
  }

  async function send<Result>(work: DocumentWork, timeoutMs: number): Promise<Result | null> {
    const current = await getWorker()
    const ended = new AbortController()
    // Ends the thread even in the middle of its work.
    const timer = setTimeout(() => {
      // The next document must not be sent to a thread that is ending.
      if (worker === current) worker = undefined
      void current.terminate()
    }, timeoutMs)
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

  /** Throws if the thread cannot start, because null would mean an unreadable document. */
  async function getWorker(): Promise<Worker> {
    if (worker) return worker
    const started = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb }, execArgv: [] })
    await once(started, 'online')
    // `send` gets the error as well. Without a listener it would end this process.
    started.on('error', () => {
      if (worker === started) worker = undefined
    })
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    // The process may end while the thread waits.
    started.unref()
    worker = started
    return started
  }
}
