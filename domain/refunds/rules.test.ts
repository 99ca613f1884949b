import { describe, expect, test } from 'vitest'
import { findFault } from '#domain/refunds/rules.ts'
import type { SessionEvent } from '#domain/sessions/contract.ts'
import type { Side } from '#domain/sessions/states.ts'

type Line = Pick<SessionEvent, 'what' | 'side' | 'details'>

const connected: Line = { what: 'connected', side: null, details: {} }
const resumed: Line = { what: 'resumed', side: null, details: { afterMs: 3_000 } }
const billed: Line = { what: 'billed', side: null, details: {} }
const hungUp = (side: Side): Line => ({ what: 'hung up', side, details: {} })
const lost = (side: Side | null, stillSpeaks = false): Line => ({
  what: 'lost',
  side,
  details: { stillSpeaks },
})
const ended = (side: Side | null, reason: string): Line => ({ what: 'ended', side, details: { reason } })

function faultOf(events: Line[], liveMs = 60_000) {
  return findFault({ liveMs, minuteMs: 60_000, events: [connected, ...events, billed] })
}

describe('the expert left early', () => {
  test.each<[string, Line[]]>([
    ['by hanging up', [hungUp('expert')]],
    ['by hanging up after an interruption that was over', [lost('student'), resumed, hungUp('expert')]],
    ['by hanging up on a student who still spoke to us', [lost('student', true), hungUp('expert')]],
    ['by falling silent', [lost('expert'), ended('expert', 'side_lost')]],
    ['by being suspended', [ended('expert', 'suspended')]],
    ['by being silent too long in all', [lost('expert'), ended('expert', 'interrupted_too_long')]],
  ])('%s', (_, events) => {
    expect(faultOf(events)).toBe('expert_left_early')
    expect(faultOf(events, 119_999)).toBe('expert_left_early')
    expect(faultOf(events, 120_000)).toBeNull()
  })
})

describe('it proves nothing', () => {
  test.each<[string, Line[]]>([
    ['that the student hung up', [hungUp('student')]],
    ['that the student fell silent', [lost('student'), ended('student', 'side_lost')]],
    ['that the money was spent', [ended(null, 'money_spent')]],
    ['that the team ended it', [ended(null, 'safety')]],
    [
      'that the expert was suspended when the student had gone',
      [lost('student'), ended('expert', 'suspended')],
    ],
    ['that the expert hung up when the student had gone', [lost('student'), hungUp('expert')]],
    ['that the expert, who received nothing any more, hung up', [lost('expert', true), hungUp('expert')]],
    ['that the expert hung up while our server was away', [lost(null), hungUp('expert')]],
    ['that the expert spoke but received nothing', [lost('expert', true), ended('expert', 'side_lost')]],
    ['that the line broke often', [lost('expert'), resumed, ended('expert', 'interrupted_too_often')]],
    [
      'that the line broke too often, last at the expert',
      [lost('expert'), ended('expert', 'interrupted_too_often')],
    ],
    ['that nobody came back after our server was away', [lost(null), ended('expert', 'side_lost')]],
    ['that there is no word of an end', []],
  ])('%s', (_, events) => {
    expect(faultOf(events)).toBeNull()
  })
})

test('a minute is as long as it is', () => {
  const events = [connected, hungUp('expert')]
  expect(findFault({ liveMs: 5_000, minuteMs: 3_000, events })).toBe('expert_left_early')
  expect(findFault({ liveMs: 6_000, minuteMs: 3_000, events })).toBeNull()
})
