import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountId } from '#kernel/ids.ts'
import { socketGraceMs } from '#kernel/socket-limits.ts'
import { createPresence, type Presence } from '#live/presence.server.ts'
import { person } from '#tests/live.ts'

const ravi = person(1, { role: 'expert' })
const asha = person(2)

let told: string[]
let errors: object[]
let answer: (what: string) => Promise<void>
let presence: Presence

beforeEach(() => {
  vi.useFakeTimers()
  told = []
  errors = []
  answer = async () => undefined
  const tell = (what: string) => async (accountId: AccountId) => {
    told.push(`${what} ${accountId === ravi.id ? 'ravi' : 'somebody'}`)
    await answer(what)
  }
  presence = createPresence({
    hold: tell('hold'),
    release: tell('release'),
    log: { error: (details: object) => void errors.push(details) },
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const afterGrace = () => vi.advanceTimersByTimeAsync(socketGraceMs)

test('an expert is held with the first socket and released a while after the last', async () => {
  presence.arrived(ravi)
  presence.arrived(ravi)
  await settle()
  presence.left(ravi)
  await afterGrace()
  expect(told).toEqual(['hold ravi'])
  presence.left(ravi)
  await vi.advanceTimersByTimeAsync(socketGraceMs - 1)
  expect(told).toEqual(['hold ravi'])
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual(['hold ravi', 'release ravi'])
})

test('a page that reloads is not missed by anybody', async () => {
  presence.arrived(ravi)
  await settle()
  presence.left(ravi)
  await vi.advanceTimersByTimeAsync(socketGraceMs - 1)
  presence.arrived(ravi)
  await afterGrace()
  expect(told).toEqual(['hold ravi'])
})

test('one who comes back while the leaving is being told is held again right after it', async () => {
  presence.arrived(ravi)
  await settle()
  const telling = Promise.withResolvers<void>()
  answer = (what) => (what === 'release' ? telling.promise : Promise.resolve())
  presence.left(ravi)
  await afterGrace()
  presence.arrived(ravi)
  await settle()
  expect(told).toEqual(['hold ravi', 'release ravi'])
  telling.resolve()
  await settle()
  expect(told).toEqual(['hold ravi', 'release ravi', 'hold ravi'])
})

test('one who is gone before the arrival was told is released after it', async () => {
  const telling = Promise.withResolvers<void>()
  answer = (what) => (what === 'hold' ? telling.promise : Promise.resolve())
  presence.arrived(ravi)
  await settle()
  presence.left(ravi)
  await afterGrace()
  expect(told).toEqual(['hold ravi'])
  telling.resolve()
  await settle()
  expect(told).toEqual(['hold ravi', 'release ravi'])
})

test('students are nobody’s concern here', async () => {
  presence.arrived(asha)
  await settle()
  presence.left(asha)
  await afterGrace()
  expect(told).toEqual([])
})

test.each(['hold', 'release'])('a %s that fails is told again with the next beat', async (what) => {
  presence.arrived(ravi)
  if (what === 'release') {
    await settle()
    presence.left(ravi)
  }
  answer = () => Promise.reject(new Error('no database'))
  await afterGrace()
  expect(errors).toHaveLength(1)
  answer = async () => undefined
  told.length = 0
  presence.repeat({ all: false })
  await settle()
  expect(told).toEqual([`${what} ravi`])
  presence.repeat({ all: false })
  await settle()
  expect(told).toHaveLength(1)
})

test('a beat that falls into a reload says nothing', async () => {
  presence.arrived(ravi)
  await settle()
  presence.left(ravi)
  presence.repeat({ all: false })
  await settle()
  presence.arrived(ravi)
  await afterGrace()
  expect(told).toEqual(['hold ravi'])
})

test('a process that was taken for dead holds everybody again who is still here', async () => {
  presence.arrived(ravi)
  await settle()
  presence.repeat({ all: true })
  await settle()
  expect(told).toEqual(['hold ravi', 'hold ravi'])
})

test('a process that stops says nothing more', async () => {
  presence.arrived(ravi)
  await settle()
  presence.left(ravi)
  presence.close()
  await afterGrace()
  presence.arrived(ravi)
  presence.left(ravi)
  await afterGrace()
  expect(told).toEqual(['hold ravi'])
})
