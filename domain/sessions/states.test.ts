import { describe, expect, test } from 'vitest'
import {
  canJoin,
  canTransitionSession,
  isCall,
  isOpen,
  sessionTransitions,
  sessionStates,
  type SessionTransition,
} from '#domain/sessions/states.ts'

const transitions = Object.keys(sessionTransitions) as SessionTransition[]
const actors = ['student', 'expert', 'system'] as const

test('no transition leaves a state that is over', () => {
  for (const state of sessionStates.filter((each) => !isOpen(each))) {
    for (const transition of transitions)
      for (const by of actors) expect(canTransitionSession(state, transition, by)).toBe(false)
  }
})

test('every state but the first can be reached, and every open state can be left', () => {
  const reached = new Set<string>(transitions.map((transition) => sessionTransitions[transition].to))
  expect(sessionStates.filter((state) => !reached.has(state))).toEqual(['ringing'])
  for (const state of sessionStates.filter(isOpen)) {
    expect(transitions.some((transition) => actors.some((by) => canTransitionSession(state, transition, by)))).toBe(
      true,
    )
  }
})

describe('a transition', () => {
  test.each([
    ['ringing', 'accept', 'expert', true],
    ['ringing', 'accept', 'student', false],
    ['ringing', 'decline', 'expert', true],
    ['ringing', 'cancel', 'student', true],
    ['ringing', 'cancel', 'expert', false],
    ['ringing', 'miss', 'system', true],
    ['ringing', 'miss', 'expert', false],
    ['ringing', 'stop', 'system', true],
    ['ringing', 'stop', 'expert', false],
    ['connecting', 'accept', 'expert', false],
    ['connecting', 'hangUp', 'expert', true],
    ['live', 'cancel', 'student', false],
    ['live', 'hangUp', 'student', true],
    ['live', 'settle', 'system', false],
    ['ended', 'settle', 'system', true],
    ['ended', 'settle', 'student', false],
  ] as const)('from the state %s: %s by the %s is allowed: %s', (state, transition, by, allowed) => {
    expect(canTransitionSession(state, transition, by)).toBe(allowed)
  })
})

test('the student can join a session while it rings, the expert after Accept, and nobody after the end', () => {
  expect(canJoin('ringing', 'student')).toBe(true)
  expect(canJoin('ringing', 'expert')).toBe(false)
  for (const state of sessionStates.filter(isCall)) expect(canJoin(state, 'expert')).toBe(true)
  for (const state of ['ended', 'settled', 'missed'] as const) expect(canJoin(state, 'student')).toBe(false)
})
