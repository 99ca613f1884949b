import { describe, expect, test } from 'vitest'
import type { Actor, Person } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { messagePolicies, topicPolicies } from '#live/policy.server.ts'

const person = (id: string, role: Person['role'], more: Partial<Person> = {}): Person => ({
  kind: 'person',
  id: id as AccountId,
  role,
  approval: null,
  signInId: `sign-in of ${id}`,
  ...more,
})

const actors = {
  visitor: { kind: 'visitor', address: '' },
  asha: person('asha', 'student'),
  kiran: person('kiran', 'student'),
  ravi: person('ravi', 'expert', { approval: 'approved' }),
  meera: person('meera', 'team'),
  'meera without a second factor': person('meera', 'team', { secondFactorMissing: true }),
} satisfies Record<string, Actor>
type Who = keyof typeof actors

const everybody = Object.keys(actors) as Who[]
const people = everybody.filter((who) => who !== 'visitor')

function listAllowed(kind: keyof typeof topicPolicies, id: string): Who[] {
  return everybody.filter((who) => topicPolicies[kind](actors[who], id))
}

describe('a topic may be watched by', () => {
  test('its own person, where it is somebody’s', () => {
    for (const kind of ['account', 'wallet', 'rings', 'notices'] as const)
      expect([kind, listAllowed(kind, 'asha')]).toEqual([kind, ['asha']])
  })

  test('nobody of the team, where it is about money or calls', () => {
    for (const kind of ['wallet', 'rings'] as const) expect(listAllowed(kind, 'meera')).toEqual([])
  })

  test('everybody, where it is the status of an expert', () => {
    expect(listAllowed('expert', 'ravi')).toEqual(everybody)
  })

  test('the two of a session, as the database knows them', () => {
    for (const kind of ['session', 'chat'] as const) {
      const answers = everybody.map((who) => [who, topicPolicies[kind](actors[who], 'a session')])
      expect(answers).toEqual([['visitor', false], ...people.map((who) => [who, 'party'])])
    }
  })

  test('the team with its second factor, where it is what waits for the team', () => {
    expect(listAllowed('waiting', 'team')).toEqual(['meera'])
  })
})

test('visitors may ping and watch, and say nothing in a call', () => {
  const open = Object.entries(messagePolicies).filter(([, { policy }]) => policy === 'anyone')
  expect(open.map(([type]) => type).toSorted()).toEqual(['ping', 'unwatch', 'watch'])
})
