import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { loadToday } from '#app/dashboard/today.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { testSealer } from '#tests/database.ts'

test('loadToday reports a problem instead of throwing when the database is unreachable', async () => {
  // No server listens on this port.
  const unreachable = connectDatabase('postgres://nobody@127.0.0.1:1/nothing', () => undefined)
  const context = {
    db: unreachable.db,
    clock: systemClock,
    actor: {
      kind: 'person',
      id: randomUUID() as AccountId,
      role: 'expert',
      approval: 'approved',
      signInId: randomUUID(),
    } as const,
    sealer: testSealer,
    publish: () => undefined,
  }
  const log = pino({ level: 'silent' })
  expect(await loadToday({ context, log, requestId: 'some-request' })).toEqual({ problem: true })
  await unreachable.close()
})
