import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { holdNodeLock, type NodeLock } from '#platform/db/node-lock.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()
const openLocks: NodeLock[] = []
const log = { warn: () => undefined }

afterEach(() => Promise.all(openLocks.splice(0).map((lock) => lock.close())))

async function hold(minAgeMs = 0) {
  const lock = await holdNodeLock({ url: database.url(), log, minAgeMs })
  openLocks.push(lock)
  return lock
}

async function isFree(nodeId: string): Promise<boolean> {
  const { rows } = await database
    .pool()
    .query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free', [nodeId])
  return rows[0].free
}

async function endConnections(): Promise<void> {
  await database.pool().query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'samjhao node'`)
}

test('each process holds its own lock until it releases it', async () => {
  const [first, second] = [await hold(), await hold()]
  expect([await isFree(first.nodeId), await isFree(second.nodeId)]).toEqual([false, false])
  await first.close()
  await expect.poll(() => isFree(first.nodeId)).toBe(true)
  expect(await isFree(second.nodeId)).toBe(false)
})

test('the lock of a killed process becomes free', async () => {
  const program = `
    import { holdNodeLock } from '#platform/db/node-lock.ts'
    console.log((await holdNodeLock({ url: process.env.URL, log: console })).nodeId)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { URL: database.url() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const nodeId = String(await once(child.stdout, 'data')).trim()
  expect(await isFree(nodeId)).toBe(false)
  child.kill('SIGKILL')
  await expect.poll(() => isFree(nodeId)).toBe(true)
})

test('a process that loses its connection re-acquires its lock, and the lock counts as old enough only after a delay', async () => {
  const lock = await hold(1_000)
  expect(lock.isOldEnough()).toBe(false)
  await expect.poll(() => lock.isOldEnough()).toBe(true)
  await endConnections()
  await expect.poll(() => lock.isOldEnough()).toBe(false)
  await expect.poll(() => isFree(lock.nodeId)).toBe(false)
  await expect.poll(() => lock.isOldEnough()).toBe(true)
})
