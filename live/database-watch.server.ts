import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '#domain/database-unavailable.server.ts'

/** A database that takes longer for one task counts as unavailable. */
const databaseTimeoutMs = 2_000
/** After a database outage, every node has renewed its leases within this time. */
const backForMs = 5_000

export type DatabaseWatch = ReturnType<typeof watchDatabase>

/** Detects an unavailable database, and its return, by the database work of this process. */
export function watchDatabase({ log, nowMs }: { log: Pick<Logger, 'error'>; nowMs(): number }) {
  /** The start times of pending work. */
  const waiting = new Set<{ sinceMs: number }>()
  /** Whether the last work failed because the database was unavailable. */
  let lastFailed = false
  /** The time at which the database was reached again. */
  let backSinceMs = -Infinity

  return {
    /** A failure is only logged, because it must not prevent other work. */
    async attempt(
      failureText: string,
      act: () => Promise<void>,
      isOutage: (error: unknown) => boolean = isDatabaseUnavailable,
    ): Promise<void> {
      const work = { sinceMs: nowMs() }
      waiting.add(work)
      try {
        await act()
        if (lastFailed) backSinceMs = nowMs()
        lastFailed = false
      } catch (err) {
        lastFailed ||= isOutage(err)
        log.error({ err }, failureText)
      } finally {
        if (isLate(work.sinceMs)) backSinceMs = nowMs()
        waiting.delete(work)
      }
    },
    /** Whether work that began at this time takes too long. */
    isLate,
    isUnavailable: (): boolean => lastFailed || [...waiting].some(({ sinceMs }) => isLate(sinceMs)),
    /** Whether other processes may not have reached the database again or renewed their leases yet. */
    wasJustUnavailable: (): boolean => lastFailed || nowMs() - backSinceMs < backForMs,
  }

  function isLate(sinceMs: number): boolean {
    return nowMs() - sinceMs > databaseTimeoutMs
  }
}
