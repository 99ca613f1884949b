import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { ParseQuery } from '#platform/calendars/parse-busy-times.ts'
import type { ParseAnswer } from '#platform/calendars/parse-thread.ts'

const threadFile = createRequire(import.meta.url).resolve('#platform/calendars/parse-thread.ts')
const memoryMaxMb = 256

/** Parses one calendar at a time, in a thread that starts with the first and is ended when one takes too long. */
export function createParser({ timeoutMs }: { timeoutMs: number }) {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  return (query: ParseQuery): Promise<ParseAnswer> => {
    const result = last.then(() => parse(query))
    last = result.catch(() => undefined)
    return result
  }

  async function parse(query: ParseQuery): Promise<ParseAnswer> {
    const current = await getWorker()
    const ended = new AbortController()
    const timer = setTimeout(() => {
      // The next calendar must not go to a thread that is ending.
      if (worker === current) worker = undefined
      void current.terminate()
    }, timeoutMs)
    try {
      current.postMessage(query, [])
      const [answer] = (await Promise.race([
        once(current, 'message', { signal: ended.signal }),
        once(current, 'exit', { signal: ended.signal }).then(() => ['too_complex']),
      ])) as [ParseAnswer]
      return answer
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too_complex'
      throw error
    } finally {
      clearTimeout(timer)
      ended.abort()
    }
  }

  async function getWorker(): Promise<Worker> {
    if (worker) return worker
    const started = new Worker(threadFile, { resourceLimits: { maxOldGenerationSizeMb: memoryMaxMb }, execArgv: [] })
    await once(started, 'online')
    const forget = () => {
      if (worker === started) worker = undefined
    }
    // `parse` gets the error as well. Without a listener it would end this process.
    started.on('error', forget)
    started.once('exit', forget)
    // The process may end while the thread waits.
    started.unref()
    worker = started
    return started
  }
}
