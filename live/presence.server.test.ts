import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountId } from '#kernel/ids.ts'
import { socketGraceMs } from '#kernel/socket-limits.ts'
import { createPresence, type Presence } from '#live/presence.server.ts'
import { person } from '#tests/live.ts'

const ravi = person(1, { role: 'expert' })
const asha = person(2)

let calls: string[]
let errors: object[]
let answer: (what: string) => Promise<void>
let presence: Presence

beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  errors = []
  answer = async () => undefined
  const recordCall = (what: string) => async (accountId: AccountId) => {
    calls.push(`${what} ${accountId === ravi.id ? 'ravi' : 'somebody'}`)
    await answer(what)
  }
  presence = createPresence({
    publishReachable: recordCall('hold'),
    publishUnreachable: recordCall('release'),
    log: { error: (details: object) => void errors.push(details) },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const afterGrace = () => vi.advanceTimersByTimeAsync(socketGraceMs)

test('an expert is published with the first socket and unpublished after a grace period following the last', async () => {
  presence.socketOpened(ravi)
  presence.socketOpened(ravi)
  await settle()
  presence.socketClosed(ravi)
  await afterGrace()
  expect(calls).toEqual(['hold ravi'])
  presence.socketClosed(ravi)
  await vi.advanceTimersByTimeAsync(socketGraceMs - 1)
  expect(calls).toEqual(['hold ravi'])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls).toEqual(['hold ravi', 'release ravi'])
})

test('a page that reloads causes no update', async () => {
  presence.socketOpened(ravi)
  await settle()
  presence.socketClosed(ravi)
  await vi.advanceTimersByTimeAsync(socketGraceMs - 1)
  presence.socketOpened(ravi)
  await afterGrace()
  expect(calls).toEqual(['hold ravi'])
})

test('an expert who returns during the unpublish is published again right after it', async () => {
  presence.socketOpened(ravi)
  await settle()
  const blocked = Promise.withResolvers<void>()
  answer = (what) => (what === 'release' ? blocked.promise : Promise.resolve())
  presence.socketClosed(ravi)
  await afterGrace()
  presence.socketOpened(ravi)
  await settle()
  expect(calls).toEqual(['hold ravi', 'release ravi'])
  blocked.resolve()
  await settle()
  expect(calls).toEqual(['hold ravi', 'release ravi', 'hold ravi'])
})

test('an expert who leaves during the publish is unpublished after it', async () => {
  const blocked = Promise.withResolvers<void>()
  answer = (what) => (what === 'hold' ? blocked.promise : Promise.resolve())
  presence.socketOpened(ravi)
  await settle()
  presence.socketClosed(ravi)
  await afterGrace()
  expect(calls).toEqual(['hold ravi'])
  blocked.resolve()
  await settle()
  expect(calls).toEqual(['hold ravi', 'release ravi'])
})

test('students are not tracked', async () => {
  presence.socketOpened(asha)
  await settle()
  presence.socketClosed(asha)
  await afterGrace()
  expect(calls).toEqual([])
})

test.each(['hold', 'release'])('a failed %s is retried with the next heartbeat', async (what) => {
  presence.socketOpened(ravi)
  if (what === 'release') {
    await settle()
    presence.socketClosed(ravi)
  }
  answer = () => Promise.reject(new Error('no database'))
  await afterGrace()
  expect(errors).toHaveLength(1)
  answer = async () => undefined
  calls.length = 0
  presence.publishAgain({ all: false })
  await settle()
  expect(calls).toEqual([`${what} ravi`])
  presence.publishAgain({ all: false })
  await settle()
  expect(calls).toHaveLength(1)
})

test('a heartbeat during a reload publishes nothing', async () => {
  presence.socketOpened(ravi)
  await settle()
  presence.socketClosed(ravi)
  presence.publishAgain({ all: false })
  await settle()
  presence.socketOpened(ravi)
  await afterGrace()
  expect(calls).toEqual(['hold ravi'])
})

test('a process that was taken for dead publishes all its experts again', async () => {
  presence.socketOpened(ravi)
  await settle()
  presence.publishAgain({ all: true })
  await settle()
  expect(calls).toEqual(['hold ravi', 'hold ravi'])
})

test('a stopping process publishes nothing more', async () => {
  presence.socketOpened(ravi)
  await settle()
  presence.socketClosed(ravi)
  presence.close()
  await afterGrace()
  presence.socketOpened(ravi)
  presence.socketClosed(ravi)
  await afterGrace()
  expect(calls).toEqual(['hold ravi'])
})
