import { describe, expect, test } from 'vitest'
import { findFault, isUnprovenFault } from '#domain/refunds/rules.ts'
import type { SessionEvent } from '#domain/sessions/contract.ts'
import type { Side } from '#domain/sessions/states.ts'

type Line = Pick<SessionEvent, 'what' | 'side' | 'details'>

const connected: Line = { what: 'connected', side: null, details: {} }
const resumed: Line = { what: 'resumed', side: null, details: { afterMs: 3_000 } }
const billed: Line = { what: 'billed', side: null, details: {} }
const hungUp = (side: Side): Line => ({ what: 'hung up', side, details: {} })
const lost = (side: Side | null, stillSpeaks = false, otherSentBytes = 25_000): Line => ({
  what: 'lost',
  side,
  details: { stillSpeaks, otherSentBytes },
})
const ended = (side: Side | null, reason: string): Line => ({ what: 'ended', side, details: { reason } })

function findFaultOfCall(events: Line[], liveMs = 60_000) {
  return findFault({ liveMs, minuteMs: 60_000, events: [connected, ...events, billed] })
}

describe('the expert left early', () => {
  test.each<[string, Line[]]>([
    ['by hanging up', [hungUp('expert')]],
    ['by hanging up after a resolved interruption', [lost('student'), resumed, hungUp('expert')]],
    ['by hanging up when both devices say that nothing was sent', [lost('student', true, 0), hungUp('expert')]],
    ['by timing out', [lost('expert'), ended('expert', 'side_lost')]],
    ['by being suspended', [ended('expert', 'suspended')]],
    ['by being disconnected for too long in total', [lost('expert'), ended('expert', 'interrupted_too_long')]],
  ])('%s', (_, events) => {
    expect(findFaultOfCall(events)).toBe('expert_left_early')
    expect(findFaultOfCall(events, 119_999)).toBe('expert_left_early')
    expect(findFaultOfCall(events, 120_000)).toBeNull()
  })
})

describe('there is no fault when', () => {
  test.each<[string, Line[]]>([
    ['the student hung up', [hungUp('student')]],
    ['the student timed out', [lost('student'), ended('student', 'side_lost')]],
    ['the money was spent', [ended(null, 'money_spent')]],
    ['the team ended it', [ended(null, 'safety')]],
    ['the expert was suspended after the student had left', [lost('student'), ended('expert', 'suspended')]],
    ['the expert hung up after the student had left', [lost('student'), hungUp('expert')]],
    ['the expert hung up after receiving nothing', [lost('expert', true), hungUp('expert')]],
    ['the expert hung up while our server was down', [lost(null), hungUp('expert')]],
    ['the expert sent heartbeats but received nothing', [lost('expert', true), ended('expert', 'side_lost')]],
    ['the connection broke too often', [lost('expert'), resumed, ended('expert', 'interrupted_too_often')]],
    [
      'the connection broke too often, the last time for the expert',
      [lost('expert'), ended('expert', 'interrupted_too_often')],
    ],
    ['no one rejoined after our server was down', [lost(null), ended('expert', 'side_lost')]],
    ['no end is recorded', []],
  ])('%s', (_, events) => {
    expect(findFaultOfCall(events)).toBeNull()
  })
})

describe('the team decides about a fault that only the student’s device reports,', () => {
  test.each<[string, Line[]]>([
    ['when the expert hung up', [lost('student', true), hungUp('expert')]],
    ['when the expert was suspended', [lost('student', true), ended('expert', 'suspended')]],
    [
      'when it is not known what the expert’s device sent',
      [{ what: 'lost', side: 'student', details: { stillSpeaks: true } }, hungUp('expert')],
    ],
  ])('%s', (_, events) => {
    expect(findFaultOfCall(events)).toBeNull()
    expect(isUnprovenFault({ liveMs: 119_999, minuteMs: 60_000, events })).toBe(true)
    expect(isUnprovenFault({ liveMs: 120_000, minuteMs: 60_000, events })).toBe(false)
  })

  test.each<[string, Line[]]>([
    ['the fault is proved', [hungUp('expert')]],
    ['both devices say that nothing was sent', [lost('student', true, 0), hungUp('expert')]],
    ['the student had left', [lost('student'), hungUp('expert')]],
    ['the student hung up', [lost('student', true), hungUp('student')]],
    ['the student timed out', [lost('student', true), ended('student', 'side_lost')]],
  ])('but not when %s', (_, events) => {
    expect(isUnprovenFault({ liveMs: 60_000, minuteMs: 60_000, events })).toBe(false)
  })
})

test('the length of a minute is configurable', () => {
  const events = [connected, hungUp('expert')]
  expect(findFault({ liveMs: 5_000, minuteMs: 3_000, events })).toBe('expert_left_early')
  expect(findFault({ liveMs: 6_000, minuteMs: 3_000, events })).toBeNull()
})
