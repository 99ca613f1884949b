import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.server.ts'
import { createDoctor } from '#server/doctor/doctor.ts'
import { listChecks } from '#server/doctor/list-checks.ts'
import { freePort } from '#scripts/free-port.mjs'

let folder: string
let now: Date
const clock = { now: () => now }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-doctor-'))
  now = new Date('2026-05-04T06:30:00Z')
})
afterEach(() => rm(folder, { recursive: true }))

function createOne(environment: Record<string, string> = {}) {
  // No host of these can be tried, so nothing here reaches the internet.
  const config = readConfig({ DATA_DIR: folder, PUSH_SERVICES: '*', ...environment })
  return createDoctor({ config, databaseUrl: undefined, clock })
}

function listNames(environment: Record<string, string>, databaseUrl?: string): string[] {
  const config = readConfig({ DATA_DIR: folder, ...environment })
  return listChecks({ config, databaseUrl, clock, timeoutMs: 100 }).map(({ name }) => name)
}

test('the embedded demo has no warning when its database is not running', async () => {
  const { checks } = await createOne().checkAll()
  expect(checks.filter(({ state }) => state === 'failed')).toEqual([])
  expect(Object.fromEntries(checks.map(({ name, state }) => [name, state]))).toMatchObject({
    Database: 'not_configured',
    Redis: 'not_configured',
    Files: 'ok',
    Mail: 'not_configured',
    Relay: 'not_configured',
    Payments: 'ok',
    'Push services': 'not_configured',
    'Virus scanner': 'not_configured',
  })
})

test('a check before the first start leaves no folder behind', async () => {
  const dataDir = join(folder, 'new/data')
  const { checks } = await createOne({ DATA_DIR: dataDir }).checkAll()
  expect(checks.find(({ name }) => name === 'Files')).toMatchObject({ state: 'ok' })
  expect(await readdir(folder)).toEqual([])
})

test('every configured service has a check', () => {
  const url = 'postgres://samjhao@127.0.0.1/samjhao'
  const environment = {
    PUBLIC_ORIGIN: 'https://samjhao.example',
    DATABASE_OWNER_URL: url,
    DATABASE_DIRECT_URL: url,
    DATABASE_URL: url,
    ONE_NODE: 'true',
    DATA_KEYS: `a:${Buffer.alloc(32).toString('base64')}`,
    REDIS_URL: 'redis://127.0.0.1',
    TURN_URLS: 'turn:relay.example,turns:relay.example',
    TURN_SECRET: 'a-secret-of-sixteen',
    STUN_URLS: 'stun:relay.example',
    VIRUS_SCANNER: 'tcp://127.0.0.1:3310',
  }
  expect(listNames(environment, url)).toEqual([
    'Database',
    'Owner role',
    'Direct connection',
    'Data keys',
    'Redis',
    'Files',
    'Disk',
    'Mail',
    'Relay turn:relay.example',
    'Relay turns:relay.example',
    'STUN stun:relay.example',
    'Payments',
    'Push services',
    'Virus scanner',
    'Contacts',
  ])
})

test('a server for others is warned about what only the demo may lack', async () => {
  const doctor = createOne({ PUBLIC_ORIGIN: 'https://samjhao.example', PAYMENTS: 'demo' })
  const { checks } = await doctor.checkAll()
  const warned = checks.filter(({ state }) => state === 'warning')
  expect(warned.map(({ name }) => name)).toEqual(expect.arrayContaining(['Mail', 'Relay', 'Payments', 'Contacts']))
  expect(warned.every(({ advice }) => advice)).toBe(true)
})

test('the start runs the quick checks and writes only problems to the log', async () => {
  const port = await freePort()
  const doctor = createOne({ SMTP_URL: `smtp://asha:a-secret-word@127.0.0.1:${port}` })
  expect(doctor.latest()).toBeNull()
  const lines: unknown[] = []
  await doctor.checkAtStart({ warn: (...line: unknown[]) => void lines.push(line) })
  const mail = { check: 'Mail', state: 'failed', seen: expect.stringContaining('ECONNREFUSED') }
  expect(lines).toContainEqual([expect.objectContaining(mail), 'a check failed'])
  expect(JSON.stringify(lines)).not.toMatch(/a-secret-word|"ok"|not_configured/)
  const report = doctor.latest()
  expect(report).toMatchObject({ checkedAt: now, isComplete: false })
  expect(report?.checks.map(({ name }) => name)).not.toContain('Push services')
})

test('a complete check runs every 30 seconds at most, and is kept', async () => {
  const doctor = createOne()
  const report = await doctor.checkAgain()
  expect(report?.isComplete).toBe(true)
  now = new Date(now.getTime() + 29_999)
  expect(await doctor.checkAgain()).toBeNull()
  await doctor.checkAtStart({ warn: () => undefined })
  expect(doctor.latest()).toBe(report)
  now = new Date(now.getTime() + 1)
  expect((await doctor.checkAgain())?.checkedAt).toEqual(now)
})

test('two complete checks never run at the same time', async () => {
  const doctor = createOne()
  const [first, second] = await Promise.all([doctor.checkAgain(), doctor.checkAgain()])
  expect(first?.isComplete).toBe(true)
  expect(second).toBeNull()
})
