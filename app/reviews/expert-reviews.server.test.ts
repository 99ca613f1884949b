import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { loadReviews } from '#app/reviews/expert-reviews.server.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { pino } from 'pino'
import { testSealer } from '#tests/database.ts'

test('loadReviews returns a problem text instead of throwing when the database is unreachable', async () => {
  // No server listens on this port.
  const unreachable = connectDatabase('postgres://nobody@127.0.0.1:1/nothing', () => undefined)
  const context = {
    db: unreachable.db,
    clock: systemClock,
    actor: { kind: 'visitor', address: '203.0.113.9' } as const,
    sealer: testSealer,
    publish: () => undefined,
  }
  const scope = { context, log: pino({ level: 'silent' }), requestId: 'some-request' }
  const load = (search: string) =>
    loadReviews(scope, { expertId: randomUUID(), request: new Request(`https://samjhao.example/${search}`) })
  expect(await load('')).toEqual({ problem: 'Failed to load reviews' })
  expect(await load('?reviews=all')).toEqual({ problem: 'Failed to load reviews' })
  expect(await load(`?reviews=${randomUUID()}`)).toEqual({ problem: 'Something went wrong loading reviews' })
  await unreachable.close()
})
