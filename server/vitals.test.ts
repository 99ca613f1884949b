import { expect, test } from 'vitest'
import { createVitals } from '#server/vitals.ts'

test('without its database a process reports its own figures and leaves the others unknown', async () => {
  const logged: string[] = []
  const readVitals = createVitals({
    db: {
      getExecutor() {
        throw new Error('the database is unavailable')
      },
    } as never,
    metrics: { readRecentAnswers: () => ({ served: 10, failed: 1, minutes: 5 }) },
    log: { error: (_: object, message: string) => void logged.push(message) } as never,
    openSockets: () => 7,
    countMeteredCalls: () => 2,
  })
  expect(await readVitals()).toEqual({
    sockets: 7,
    calls: 2,
    answers: { served: 10, failed: 1, minutes: 5 },
    processes: null,
    databaseMs: null,
    queue: null,
  })
  expect(logged).toHaveLength(3)
})
