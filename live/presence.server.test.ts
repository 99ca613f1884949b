import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountId } from '#kernel/ids.ts'
import { socketGraceMs } from '#kernel/socket-limits.ts'
import { createPresence, type Presence } from '#live/presence.server.ts'
import { person } from '#tests/live.ts'

const ravi = person(1, { role: 'expert' })
const asha = person(2)

let calls: string[]
let errors: object[]
let respond: (action: string) => Promise<void>
let presence: Presence

beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  errors = []
  respond = async () => undefined
  const recordCall = (action: string) => async (accountId: AccountId) => {
    calls.push(`${action} ${accountId === ravi.id ? 'ravi' : 'another'}`)
    await respond(action)
  }
  presence = createPresence({
    publishReachable: recordCall('publish'),
    publishUnreachable: recordCall('unpublish'),
    log: { error: (details: object) => void errors.push(details) },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const runPending = () => vi.advanceTimersByTimeAsync(0)
const waitForGrace = () => vi.advanceTimersByTimeAsync(socketGraceMs)

test('an expert is published with the first socket, and unpublished a grace period after the last has closed', async () => {
  presence.socketOpened(ravi)
  presence.socketOpened(ravi)
  await runPending()
  presence.socketClosed(ravi)
  await waitForGrace()
  expect(calls).toEqual(['publish ravi'])
  presence.socketClosed(ravi)
  await vi.advanceTimersByTimeAsync(socketGraceMs - 1)
  expect(calls).toEqual(['publish ravi'])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual(['publish ravi', 'unpublish ravi'])
})

test('a page that reloads causes no update', async () => {
  presence.socketOpened(ravi)
  await runPending()
  presence.socketClosed(ravi)
  await vi.advanceTimersByTimeAsync(socketGraceMs - 1)
  presence.socketOpened(ravi)
  await waitForGrace()
  expect(calls).toEqual(['publish ravi'])
})

test('an expert who returns while being unpublished is published again immediately afterwards', async () => {
  presence.socketOpened(ravi)
  await runPending()
  const blocked = Promise.withResolvers<void>()
  respond = (action) => (action === 'unpublish' ? blocked.promise : Promise.resolve())
  presence.socketClosed(ravi)
  await waitForGrace()
  presence.socketOpened(ravi)
  await runPending()
  expect(calls).toEqual(['publish ravi', 'unpublish ravi'])
  blocked.resolve()
  await runPending()
  expect(calls).toEqual(['publish ravi', 'unpublish ravi', 'publish ravi'])
})

test('an expert who leaves while being published is unpublished afterwards', async () => {
  const blocked = Promise.withResolvers<void>()
  respond = (action) => (action === 'publish' ? blocked.promise : Promise.resolve())
  presence.socketOpened(ravi)
  await runPending()
  presence.socketClosed(ravi)
  await waitForGrace()
  expect(calls).toEqual(['publish ravi'])
  blocked.resolve()
  await runPending()
  expect(calls).toEqual(['publish ravi', 'unpublish ravi'])
})

test('students are not tracked', async () => {
  presence.socketOpened(asha)
  await runPending()
  presence.socketClosed(asha)
  await waitForGrace()
  expect(calls).toEqual([])
})

test.each(['publish', 'unpublish'])('a failed %s is retried with the next heartbeat', async (action) => {
  presence.socketOpened(ravi)
  if (action === 'unpublish') {
    await runPending()
    presence.socketClosed(ravi)
  }
  respond = () => Promise.reject(new Error('no database'))
  await waitForGrace()
  expect(errors).toHaveLength(1)
  respond = async () => undefined
  calls.length = 0
  presence.publishAgain({ all: false })
  await runPending()
  expect(calls).toEqual([`${action} ravi`])
  presence.publishAgain({ all: false })
  await runPending()
  expect(calls).toHaveLength(1)
})

test('a heartbeat during a reload publishes nothing', async () => {
  presence.socketOpened(ravi)
  await runPending()
  presence.socketClosed(ravi)
  presence.publishAgain({ all: false })
  await runPending()
  presence.socketOpened(ravi)
  await waitForGrace()
  expect(calls).toEqual(['publish ravi'])
})

test('a process that others considered dead publishes all its experts again', async () => {
  presence.socketOpened(ravi)
  await runPending()
  presence.publishAgain({ all: true })
  await runPending()
  expect(calls).toEqual(['publish ravi', 'publish ravi'])
})

test('a stopping process publishes nothing more', async () => {
  presence.socketOpened(ravi)
  await runPending()
  presence.socketClosed(ravi)
  presence.close()
  await waitForGrace()
  presence.socketOpened(ravi)
  presence.socketClosed(ravi)
  await waitForGrace()
  expect(calls).toEqual(['publish ravi'])
})
