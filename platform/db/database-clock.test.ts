import { expect, test, vi } from 'vitest'
import { openDatabaseClock } from '#platform/db/database-clock.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()

async function readDatabaseMs(): Promise<number> {
  const { rows } = await database.pool().query<{ at: Date }>('select clock_timestamp() as at')
  return rows[0]?.at.getTime() ?? Number.NaN
}

test('the database clock shows the time of the database, however wrong the clock of this machine is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  const clock = await openDatabaseClock({ pool: database.pool() })
  vi.useRealTimers()
  const before = await readDatabaseMs()
  const clockMs = clock.now().getTime()
  const after = await readDatabaseMs()
  clock.close()
  // The precision is limited by the duration of the query.
  expect(clockMs).toBeGreaterThan(before - 1_000)
  expect(clockMs).toBeLessThan(after + 1_000)
})

test('the database clock continues while the database is unavailable', async () => {
  let ownMs = 5_000
  const answers = [{ rows: [{ ms: 1_000_000 }] }]
  const query = async () => answers.shift() ?? Promise.reject(new Error('unavailable'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const clock = await openDatabaseClock({ pool: { query } as never, nowMs: () => ownMs })
  expect(clock.now()).toEqual(new Date(1_000_000))
  ownMs += 30_000
  await vi.advanceTimersByTimeAsync(30_000)
  expect(clock.now()).toEqual(new Date(1_030_000))
  clock.close()
  vi.useRealTimers()
})

test('the database clock follows the database, uses the middle of each query as its time, and ignores slow answers', async () => {
  let ownMs = 0
  let [answerMs, tookMs] = [1_000, 100]
  const query = async () => {
    ownMs += tookMs
    return { rows: [{ ms: answerMs }] }
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const clock = await openDatabaseClock({ pool: { query } as never, nowMs: () => ownMs })
  expect(clock.now()).toEqual(new Date(1_050))
  ;[answerMs, tookMs] = [500_000, 501]
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toEqual(new Date(1_551))
  ;[answerMs, tookMs] = [900_000, 500]
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toEqual(new Date(900_250))
  clock.close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toEqual(new Date(900_250))
  vi.useRealTimers()
})
