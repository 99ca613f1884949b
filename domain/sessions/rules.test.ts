import { expect, test } from 'vitest'
import {
  billedMinutes,
  chargedMinutes,
  hasStudentLeft,
  heldMinutes,
  type SessionEventLine,
} from '#domain/sessions/rules.ts'
import type { Side } from '#domain/sessions/states.ts'
import { paise } from '#kernel/money.ts'

test.each([
  [0, 0],
  [29_999, 0],
  [30_000, 1],
  [60_000, 1],
  [60_001, 2],
  [252_000, 5],
  [3_600_000, 60],
])('%i ms of shared time are billed as %i minutes', (liveMs, minutes) => {
  expect(billedMinutes(liveMs)).toBe(minutes)
})

test('the free time and the rounding scale with the length of the minute', () => {
  expect(billedMinutes(499, 1_000)).toBe(0)
  expect(billedMinutes(500, 1_000)).toBe(1)
  expect(billedMinutes(1_001, 1_000)).toBe(2)
})

test('the charge never exceeds what was held', () => {
  const terms = { ratePaisePerMinute: paise(10_00), minuteMs: 60_000 }
  expect(heldMinutes(paise(30_00), terms)).toBe(3)
  expect(heldMinutes(paise(39_99), terms)).toBe(3)
  expect(chargedMinutes({ ...terms, held: paise(30_00), liveMs: 178_000 })).toBe(3)
  expect(chargedMinutes({ ...terms, held: paise(30_00), liveMs: 900_000 })).toBe(3)
  expect(chargedMinutes({ ...terms, held: paise(50_00), liveMs: 20_000 })).toBe(0)
})

const connected: SessionEventLine = { what: 'connected', side: null, details: {} }
const resumed: SessionEventLine = { what: 'resumed', side: null, details: {} }
const hungUp = (side: Side): SessionEventLine => ({ what: 'hung up', side, details: {} })
const lost = (side: Side, stillSpeaks = false): SessionEventLine => ({
  what: 'lost',
  side,
  details: { stillSpeaks },
})
const serverLost: SessionEventLine = { what: 'lost', side: null, details: { by: 'server' } }
const ended = (side: Side | null, reason: string): SessionEventLine => ({
  what: 'ended',
  side,
  details: { reason },
})

test.each<[string, SessionEventLine[]]>([
  ['hung up', [hungUp('student')]],
  ['hung up after the call had resumed', [lost('expert'), resumed, hungUp('student')]],
  ['hung up while their own connection was bad', [lost('student', true), hungUp('student')]],
  ['sent no more heartbeats', [lost('student'), ended('student', 'side_lost')]],
  ['was disconnected for too long in total', [lost('student'), ended('student', 'interrupted_too_long')]],
])('the student left: %s', (_, events) => {
  expect(hasStudentLeft([connected, ...events])).toBe(true)
})

test.each<[string, SessionEventLine[]]>([
  ['the expert hung up', [hungUp('expert')]],
  ['the expert sent no more heartbeats', [lost('expert'), ended('expert', 'side_lost')]],
  ['the student hung up while the expert was disconnected', [lost('expert'), hungUp('student')]],
  ['the student hung up while our server was down', [serverLost, hungUp('student')]],
  ['no one reconnected after our server was down', [serverLost, ended('student', 'side_lost')]],
  ['the student sent heartbeats but received nothing', [lost('student', true), ended('student', 'side_lost')]],
  ['the connection broke too often', [lost('student'), resumed, ended('student', 'interrupted_too_often')]],
  ['the student kept rejoining', [ended('student', 'interrupted_too_long')]],
  ['the money was spent', [ended(null, 'money_spent')]],
  ['the team ended it', [lost('student'), ended(null, 'safety')]],
  ['there is no end event', []],
])('the student did not leave: %s', (_, events) => {
  expect(hasStudentLeft([connected, ...events])).toBe(false)
})
