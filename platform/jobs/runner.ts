import { EventEmitter } from 'node:events'
import {
  type JobHelpers,
  Logger as QueueLogger,
  runTaskList,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type { Logger } from 'pino'
import { connectJobs } from '#platform/jobs/connect.ts'
import { holdLeases } from '#platform/jobs/leases.ts'
import type { JobName, Jobs } from '#platform/jobs/port.ts'
import { endAttemptsSql } from '#platform/jobs/private-tables.ts'
import { PermanentFailure } from '#kernel/permanent-failure.ts'

/** The id stays the same across retries; the signal aborts when the product is stopping. */
export type RunningJob = { id: string; signal: AbortSignal; isLastAttempt: boolean }

export type Handlers = { [Name in JobName]: (payload: Jobs[Name], job: RunningJob) => Promise<void> }

export type JobRunner = { stop(): Promise<void> }

type Options = { url: string; handlers: Handlers; log: Logger; concurrency?: number }

/** The longest delay of scheduled jobs and retries. New jobs start immediately, through a notification. */
const pollEveryMs = 1_000
const abortAfterMs = 1_000
const stopAfterMs = 1_500
const forceAfterMs = 200
const restartAfterMs = 2_000
/** The longest time that a stop takes: running jobs are aborted, then abandoned, then their connections are closed. */
export const stopsWithinMs = stopAfterMs + 2 * forceAfterMs

/**
 * Runs jobs until it is stopped. A job that throws is retried after 3, 7, 20, … seconds, up to 25 times in four days; a
 * `PermanentFailure` is not retried. The queue keeps permanently failed jobs (`failed-jobs.ts`). A job may run twice
 * when its process dies, so every handler must be idempotent.
 */
export function startJobs({ url, handlers, log, concurrency = 4 }: Options): JobRunner {
  const pool = connectJobs(url, {
    max: concurrency + 2,
    onError: (error) => log.warn({ err: error }, 'job queue connection lost'),
  })
  let restartTimer: NodeJS.Timeout | undefined
  let stopping: Promise<void> | undefined
  let current = start()

  function start(): { workers: WorkerPool; ended: Promise<void> } {
    const workers = runTaskList(
      {
        schema: 'graphile_worker',
        concurrency,
        pollInterval: pollEveryMs,
        noHandleSignals: true,
        gracefulShutdownAbortTimeout: abortAfterMs,
        logger: new QueueLogger(() => (level, message, meta) => logQueue(log, level, message, meta)),
        events: stopIfFirstReadFails(logFailures(log)),
        // 0 enables batches. Without batches, an error while saving a result is an unhandled rejection, which would end
        // the process.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      },
      toTasks(handlers),
      pool,
    )
    const leases = holdLeases(pool, workers.id, log)
    return { workers, ended: restartAfterEnd(workers, leases) }
  }

  /** The queue stops when it cannot save the result of a job. It must restart when the database is available again. */
  async function restartAfterEnd(workers: WorkerPool, leases: { stop(): void }): Promise<void> {
    await Promise.allSettled([workers.promise])
    leases.stop()
    if (stopping) return
    log.error('the job queue ended unexpectedly and will restart')
    restartTimer = setTimeout(() => {
      restartTimer = undefined
      current = start()
    }, restartAfterMs)
  }

  async function stopAll(): Promise<void> {
    const { workers, ended } = current
    if (restartTimer) clearTimeout(restartTimer)
    else {
      void Promise.resolve(workers.gracefulShutdown()).catch(() => undefined)
      if (!(await endsWithin(stopAfterMs, ended))) {
        // The job goes back to the queue, and the next runner retries it.
        void Promise.resolve(workers.forcefulShutdown('stopped before it had ended')).catch(() => undefined)
        await endsWithin(forceAfterMs, ended)
      }
    }
    await endsWithin(forceAfterMs, pool.end())
  }

  return { stop: () => (stopping ??= stopAll()) }
}

function toTasks(handlers: Handlers): TaskList {
  const tasks = Object.entries(handlers).map(([name, handle]) => [
    name,
    async (payload: unknown, helpers: JobHelpers) => {
      const { job, abortSignal } = helpers
      try {
        await handle(payload as never, {
          id: String(job.id),
          signal: abortSignal as AbortSignal,
          isLastAttempt: job.attempts >= job.max_attempts,
        })
      } catch (error) {
        if (error instanceof PermanentFailure) await markPermanentlyFailed(helpers)
        throw error
      }
    },
  ])
  return Object.fromEntries(tasks) as TaskList
}

/** Makes this attempt the last one. */
async function markPermanentlyFailed({ job, query }: JobHelpers): Promise<void> {
  await query(endAttemptsSql, [job.id])
  Object.assign(job, { max_attempts: job.attempts })
}

/**
 * graphile-worker reads the ids of its tasks once and keeps the answer, even an error: a queue that started during a
 * database outage would never run a job. So it is stopped here and then restarted, as after any other end.
 */
function stopIfFirstReadFails(events: WorkerEvents): WorkerEvents {
  let isDecided = false
  const decide = () => (isDecided = true)
  events.once('worker:getJob:empty', decide)
  events.once('job:start', decide)
  events.on('worker:getJob:error', ({ worker }) => {
    if (isDecided) return
    decide()
    void Promise.resolve(worker.workerPool.gracefulShutdown()).catch(() => undefined)
  })
  return events
}

/** Payloads are not logged, because they name people. */
function logFailures(log: Logger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('job:error', ({ job, error }) => {
    const { id, task_identifier: name, attempts, max_attempts } = job
    const detail = { job: String(id), name, attempt: attempts, of: max_attempts, err: error }
    if (attempts < max_attempts) log.warn(detail, 'a job failed and will be retried')
    else log.error(detail, 'a job failed permanently')
  })
  return events
}

function logQueue(log: Logger, level: string, message: string, meta?: Record<string, unknown>): void {
  if (meta?.failure) return
  const method = level === 'error' ? 'error' : level === 'warning' ? 'warn' : level === 'info' ? 'debug' : 'trace'
  log[method](`job queue: ${message}`)
}

async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, false)
  const done = work.then(
    () => true,
    () => true,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
