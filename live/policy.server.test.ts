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

const everyone = Object.keys(actors) as Who[]
const people = everyone.filter((user) => user !== 'visitor')

function listAllowed(kind: keyof typeof topicPolicies, id: string): Who[] {
  return everyone.filter((user) => topicPolicies[kind](actors[user], id))
}

describe('topics', () => {
  test('of an account, a wallet, rings and notices are open only to their owner', () => {
    for (const kind of ['account', 'wallet', 'rings', 'notices'] as const)
      expect([kind, listAllowed(kind, 'asha')]).toEqual([kind, ['asha']])
  })

  test('about money and rings are closed to the team', () => {
    for (const kind of ['wallet', 'rings'] as const) expect(listAllowed(kind, 'meera')).toEqual([])
  })

  test('about the status of an expert are open to everyone', () => {
    expect(listAllowed('expert', 'ravi')).toEqual(everyone)
  })

  test('of a session and its chat are open to participants, as confirmed by the database', () => {
    for (const kind of ['session', 'chat'] as const) {
      const answers = everyone.map((user) => [user, topicPolicies[kind](actors[user], 'a session')])
      expect(answers).toEqual([['visitor', false], ...people.map((user) => [user, 'party'])])
    }
  })

  test('about the work of the team require its second factor', () => {
    expect(listAllowed('waiting', 'team')).toEqual(['meera'])
  })
})

test('visitors may ping and watch topics, but cannot send to a call', () => {
  const open = Object.entries(messagePolicies).filter(([, { policy }]) => policy === 'anyone')
  expect(open.map(([type]) => type).toSorted()).toEqual(['ping', 'unwatch', 'watch'])
})
