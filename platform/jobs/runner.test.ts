import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { accountId } from '#kernel/ids.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { deleteFailedJobs } from '#platform/jobs/failed-jobs.ts'
import { listFailedJobs } from '#tests/jobs.ts'
import { installJobs } from '#platform/jobs/install.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { type Handlers, type JobRunner, startJobs, stopsWithinMs } from '#platform/jobs/runner.ts'
import { PermanentFailure } from '#kernel/permanent-failure.ts'
import { createDatabase, useDatabase } from '#tests/database.ts'

const database = useDatabase()
const payload = {
  profileId: accountId.parse('019a0000-0000-7000-8000-000000000001'),
  purpose: 'reset_password',
} as const
const runners: JobRunner[] = []

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database.db())
})
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
})

type Handle = Handlers['send_password_link']

function run(handle: Handle, { url = database.url(), concurrency = 2 } = {}) {
  let text = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  const log = pino({ level: 'debug' }, sink)
  const runner = startJobs({ url, handlers: { send_password_link: handle } as Handlers, log, concurrency })
  runners.push(runner)
  return { stop: () => runner.stop(), logged: () => text }
}

async function listJobs() {
  type Row = { attempts: number; last_error: string | null; locked_by: string | null; run_at: Date }
  const { rows } = await sql<Row>`
    select attempts, last_error, locked_by, run_at from graphile_worker._private_jobs order by id`.execute(
    database.db(),
  )
  return rows
}

/** Skips the delay between attempts. */
const makeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db())

describe('a job is enqueued', () => {
  test('with its database transaction', async () => {
    await database
      .db()
      .transaction()
      .execute((tx) => enqueue(tx, 'send_password_link', payload))
    expect(await listJobs()).toHaveLength(1)
  })

  test('not at all when the transaction is rolled back', async () => {
    const failed = database
      .db()
      .transaction()
      .execute(async (tx) => {
        await enqueue(tx, 'send_password_link', payload)
        throw new Error('the money was not there')
      })
    await expect(failed).rejects.toThrow('the money was not there')
    expect(await listJobs()).toEqual([])
  })

  test('once per key, for the instant that was given last', async () => {
    const runAt = new Date('2030-01-01T00:00:00Z')
    await enqueue(database.db(), 'send_password_link', payload, { key: 'one' })
    await enqueue(database.db(), 'send_password_link', payload, { key: 'one', runAt })
    await enqueue(database.db(), 'send_password_link', payload, { key: 'two' })
    expect((await listJobs()).map((job) => job.run_at.getTime() === runAt.getTime())).toEqual([true, false])
  })
})

describe('a job runs', () => {
  test('as soon as it is enqueued, with its payload, and is then removed', async () => {
    const seen: unknown[] = []
    run(async (received) => void seen.push(received))
    await enqueue(database.db(), 'send_password_link', payload)
    await expect.poll(() => seen).toEqual([payload])
    await expect.poll(listJobs).toEqual([])
  })

  test('not before its time', async () => {
    let ran = 0
    run(async () => void (ran += 1))
    await enqueue(database.db(), 'send_password_link', payload, { runAt: new Date(Date.now() + 3_600_000) })
    await enqueue(database.db(), 'send_password_link', payload)
    await expect.poll(() => listJobs().then((rows) => rows.length)).toBe(1)
    expect(ran).toBe(1)
    await makeDue()
    await expect.poll(() => ran).toBe(2)
  })

  test('again after a failure until it succeeds, under one id; failures are logged without the payload', async () => {
    const ids: string[] = []
    const { logged } = run(async (_received, { id }) => {
      ids.push(id)
      if (ids.length <= 2) throw new Error(`the mail server is unavailable (${ids.length})`)
    })
    await enqueue(database.db(), 'send_password_link', payload)
    for (const attempt of [1, 2]) {
      const failed = {
        attempts: attempt,
        locked_by: null,
        last_error: `the mail server is unavailable (${attempt})`,
      }
      await expect.poll(listJobs).toEqual([expect.objectContaining(failed)])
      const [job] = await listJobs()
      expect(job?.run_at.getTime()).toBeGreaterThan(Date.now())
      await makeDue()
    }
    await expect.poll(listJobs).toEqual([])
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
    const lines = logged()
      .split('\n')
      .filter((line) => line.includes('a job failed and will be retried'))
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      name: 'send_password_link',
      attempt: 1,
      err: { message: 'the mail server is unavailable (1)' },
    })
    expect(logged()).not.toContain(payload.profileId)
  })

  test('only once after a permanent failure; it is kept with its reason until it is deleted', async () => {
    let ran = 0
    const { logged } = run(async () => {
      ran += 1
      throw new PermanentFailure('550 no such user')
    })
    await enqueue(database.db(), 'send_password_link', payload)
    const failed = () => listFailedJobs(database.db())
    await expect
      .poll(failed)
      .toMatchObject([{ name: 'send_password_link', attempts: 1, error: '550 no such user', at: expect.any(Date) }])
    await makeDue()
    await enqueue(database.db(), 'send_password_link', payload)
    await expect.poll(() => ran).toBe(2)
    await expect.poll(() => failed().then((rows) => rows.length)).toBe(2)
    expect(logged().match(/a job failed permanently/g)).toHaveLength(2)
    expect(logged()).not.toContain('will be retried')
    expect(logged()).not.toContain(payload.profileId)

    await deleteFailedJobs(database.db(), { before: new Date(Date.now() - 60_000) })
    expect(await failed()).toHaveLength(2)
    await deleteFailedJobs(database.db(), { before: new Date(Date.now() + 60_000) })
    expect(await failed()).toEqual([])
  })

  test('once, however many runners there are', async () => {
    const ran: string[] = []
    const handle: Handle = async (_received, { id }) => void ran.push(id)
    run(handle, { concurrency: 4 })
    run(handle, { concurrency: 4 })
    await database
      .db()
      .transaction()
      .execute(async (tx) => {
        for (let n = 0; n < 200; n += 1) await enqueue(tx, 'send_password_link', payload)
      })
    await expect.poll(listJobs).toEqual([])
    expect(ran).toHaveLength(200)
    expect(new Set(ran).size).toBe(200)
  })

  test('again after its process died', async () => {
    await enqueue(database.db(), 'send_password_link', payload)
    await enqueue(database.db(), 'send_password_link', payload)
    await sql`update graphile_worker._private_jobs set locked_by = 'dead runner', locked_at = now() - interval '2 minutes'
      where id = (select min(id) from graphile_worker._private_jobs)`.execute(database.db())
    await sql`update graphile_worker._private_jobs set locked_by = 'live runner', locked_at = now() - interval '20 seconds'
      where locked_by is null`.execute(database.db())
    let ran = 0
    const { logged } = run(async () => void (ran += 1))
    await expect.poll(() => ran).toBe(1)
    await expect.poll(listJobs).toEqual([expect.objectContaining({ locked_by: 'live runner' })])
    expect(logged()).toContain('freed jobs of a dead process')
  })

  test('even if the database was unavailable when the queue started', async () => {
    // graphile-worker prints one error here, whatever logger it was given.
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let ran = 0
    const name = new URL(database.url()).pathname.slice(1)
    await administer(`alter database ${name} allow_connections false`)
    const { logged } = run(async () => void (ran += 1))
    await expect.poll(logged).toContain('the job queue ended unexpectedly')
    await administer(`alter database ${name} allow_connections true`)
    await enqueue(database.db(), 'send_password_link', payload)
    await expect.poll(() => ran).toBe(1)
    printed.mockClear()
  })

  test('after a database outage', async () => {
    // graphile-worker prints one error here, whatever logger it was given.
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const ran: string[] = []
    const began = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const { logged } = run(async (_received, { id }) => {
      ran.push(id)
      began.resolve()
      await mayEnd.promise
    })
    await enqueue(database.db(), 'send_password_link', payload)
    await began.promise
    const name = new URL(database.url()).pathname.slice(1)
    await administer(`alter database ${name} allow_connections false`)
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and application_name = 'samjhao jobs'`)
    mayEnd.resolve()
    await expect.poll(logged).toContain('the job queue ended unexpectedly')
    await administer(`alter database ${name} allow_connections true`)
    await enqueue(database.db(), 'send_password_link', payload)
    await expect.poll(() => ran.length).toBe(2)
    printed.mockClear()
  })
})

describe('stopping', () => {
  test('waits for the running job and starts no other', async () => {
    const began = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    let finished = 0
    const { stop } = run(
      async () => {
        began.resolve()
        await mayEnd.promise
        finished += 1
      },
      { concurrency: 1 },
    )
    await enqueue(database.db(), 'send_password_link', payload)
    await enqueue(database.db(), 'send_password_link', payload)
    await began.promise
    expect((await listJobs())[0]?.locked_by).toMatch(/^pool-/)
    let stopped = false
    const stopping = stop().then(() => (stopped = true))
    await listJobs()
    expect(stopped).toBe(false)
    mayEnd.resolve()
    await stopping
    expect(finished).toBe(1)
    expect(await listJobs()).toEqual([expect.objectContaining({ attempts: 0, locked_by: null })])
  })

  test('gives up within two seconds on a job that does not end, which is aborted and returns to the queue', async () => {
    const began = Promise.withResolvers<AbortSignal>()
    const never = Promise.withResolvers<void>()
    const { stop } = run(async (_received, { signal }) => {
      began.resolve(signal)
      await never.promise
    })
    await enqueue(database.db(), 'send_password_link', payload)
    const signal = await began.promise
    await stop()
    expect(stopsWithinMs).toBeLessThan(2_000)
    expect(signal.aborted).toBe(true)
    expect(await listJobs()).toEqual([expect.objectContaining({ attempts: 1, locked_by: null })])
    never.resolve()
  })

  test('twice is the same as once, and is immediate when idle', async () => {
    const { stop } = run(async () => undefined)
    await Promise.all([stop(), stop()])
    const connections = () =>
      administer(`select count(*)::int as count from pg_stat_activity
        where datname = '${new URL(database.url()).pathname.slice(1)}' and application_name = 'samjhao jobs'`)
    await expect.poll(connections).toEqual([{ count: 0 }])
  })
})

describe('installing', () => {
  test('by five processes at the same time happens once', async () => {
    const url = await createDatabase({ empty: true })
    await Promise.all(Array.from({ length: 5 }, () => installJobs(url)))
    await installJobs(url)
    let ran = 0
    run(async () => void (ran += 1), { url })
    const connection = connectDatabase(url, () => undefined, 1)
    await enqueue(connection.db, 'send_password_link', payload)
    await connection.close()
    await expect.poll(() => ran).toBe(1)
  })

  test('reports the reason of a failure', async () => {
    await expect(installJobs('postgres://u:hunter2@127.0.0.1:1/nowhere')).rejects.toThrow(
      /^The job queue could not be migrated: (?!.*hunter2)/,
    )
  })
})

async function administer(statement: string): Promise<unknown[]> {
  const admin = new pg.Client(inject('postgres').superuserUrl)
  await admin.connect()
  const { rows } = await admin.query(statement)
  await admin.end()
  return rows
}
