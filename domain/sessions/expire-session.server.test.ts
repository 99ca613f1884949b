import pino from 'pino'
import { expect, test } from 'vitest'
import { callTimes } from '#domain/sessions/rules.ts'
import { systemClock } from '#kernel/time.ts'
import { startJobs } from '#platform/jobs/runner.ts'
import { createHandlers } from '#server/jobs.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf } from '#tests/money.ts'
import { createCast, sessionRow } from '#tests/sessions.ts'

const database = useDatabase()

test('the job enqueued with a request ends the ring when the expert does not answer', async () => {
  const clock = { ...systemClock, advance: () => undefined }
  const cast = createCast(database.as, { clock, times: { ...callTimes, ringMs: 200 } })
  const [asha, { expertId }] = [await cast.student(50), await cast.expert()]
  const id = await cast.ask(asha, expertId)
  expect((await sessionRow(database.db(), id)).state).toBe('ringing')
  const services = { ...cast.system(), config: {}, database: { db: database.db() } }
  const jobs = startJobs({
    url: database.url(),
    handlers: createHandlers(services as never),
    log: pino({ level: 'silent' }),
  })
  await expect.poll(async () => (await sessionRow(database.db(), id)).state).toBe('missed')
  expect(await balanceOf(database.db(), 'student_wallet', asha.id)).toBe(50_00)
  await jobs.stop()
})
