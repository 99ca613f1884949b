import type pg from 'pg'
import type { Clock } from '#kernel/time.ts'

const resyncEveryMs = 10_000
/** What took longer says too little about the moment at which it was answered. */
const answerWithinMs = 500

export type DatabaseClock = Clock & { close(): void }

type Options = {
  pool: Pick<pg.Pool, 'query'>
  /** A clock that never jumps. */
  nowMs?(): number
}

/**
 * The clock of the database. Deadlines stand in its rows and several machines judge them, one of which may be minutes wrong: by its own
 * clock it would end the rings of all others. Between two looks, and while the database is away, it goes on by a clock that never jumps.
 */
export async function openDatabaseClock({
  pool,
  nowMs = () => performance.now(),
}: Options): Promise<DatabaseClock> {
  /** What the database's clock showed when ours stood at nothing. */
  let startedAtMs = await readDatabaseTime()
  const resyncTimer = setInterval(() => void resync(), resyncEveryMs).unref()

  return {
    now: () => new Date(startedAtMs + nowMs()),
    close: () => clearInterval(resyncTimer),
  }

  async function readDatabaseTime(within = Infinity): Promise<number> {
    const requestedAtMs = nowMs()
    const { rows } = await pool.query<{ ms: number }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
    )
    const tookMs = nowMs() - requestedAtMs
    if (tookMs > within) return startedAtMs
    return (rows[0]?.ms ?? Number.NaN) - requestedAtMs - tookMs / 2
  }

  async function resync(): Promise<void> {
    // A database that is away is noticed by everybody else.
    startedAtMs = await readDatabaseTime(answerWithinMs).catch(() => startedAtMs)
  }
}
