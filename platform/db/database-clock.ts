import type pg from 'pg'
import type { Clock } from '#kernel/time.ts'

const resyncEveryMs = 10_000
/** A slower answer is too imprecise to set the clock. */
const answerWithinMs = 500

type DatabaseClock = Clock & { close(): void }

type Options = {
  pool: Pick<pg.Pool, 'query'>
  /** A monotonic clock. */
  nowMs?(): number
}

/**
 * The clock of the database. Several machines evaluate the deadlines in its rows, and a machine whose own clock is
 * minutes wrong would end the rings of all others. Between two reads, and while the database is unavailable, it
 * advances with a monotonic clock.
 */
export async function openDatabaseClock({ pool, nowMs = () => performance.now() }: Options): Promise<DatabaseClock> {
  /** The database time at which `nowMs` was 0. */
  let offsetMs = await readOffsetMs()
  const resyncTimer = setInterval(() => void resync(), resyncEveryMs).unref()

  return { now: () => new Date(offsetMs + nowMs()), close: () => clearInterval(resyncTimer) }

  async function readOffsetMs(maxTookMs = Infinity): Promise<number> {
    const requestedAtMs = nowMs()
    const { rows } = await pool.query<{ ms: number }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
    )
    const tookMs = nowMs() - requestedAtMs
    if (tookMs > maxTookMs) return offsetMs
    return (rows[0]?.ms ?? Number.NaN) - requestedAtMs - tookMs / 2
  }

  async function resync(): Promise<void> {
    // Other code reports an unavailable database.
    offsetMs = await readOffsetMs(answerWithinMs).catch(() => offsetMs)
  }
}
