import { describe, expect, test } from 'vitest'
import { type Actor, allow, type Person, policies, type Policy } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'

const person = (role: Person['role'], more: Partial<Person> = {}): Person => ({
  kind: 'person',
  id: '00000000-0000-4000-8000-000000000001' as AccountId,
  role,
  approval: null,
  signInId: 'a sign-in',
  ...more,
})

const actors = {
  system: { kind: 'system' },
  visitor: { kind: 'visitor', address: '127.0.0.1' },
  asha: person('student'),
  // The older name of the same role.
  user: person('user'),
  ravi: person('expert', { approval: 'approved' }),
  'pending expert': person('expert', { approval: 'pending' }),
  'suspended expert': person('expert', { approval: 'suspended' }),
  meera: person('team'),
  'meera without a second factor': person('team', { secondFactorMissing: true }),
} satisfies Record<string, Actor>
type Who = keyof typeof actors

const everybody = Object.keys(actors) as Who[]
const students: Who[] = ['asha', 'user']
const experts: Who[] = ['ravi', 'pending expert', 'suspended expert']
const people: Who[] = [...students, ...experts, 'meera', 'meera without a second factor']

const allowed: Record<Policy, Who[]> = {
  anyone: everybody,
  system: ['system'],
  signedIn: people,
  signedInOrSystem: ['system', ...people],
  student: students,
  studentOrSystem: ['system', ...students],
  expert: experts,
  approvedExpert: ['ravi'],
  team: ['meera'],
  teamMember: ['meera', 'meera without a second factor'],
  teamOrSystem: ['system', 'meera'],
}

describe('each policy allows exactly these', () => {
  test.each(Object.entries(allowed) as [Policy, Who[]][])('%s: %j', (policy, expected) => {
    expect(everybody.filter((who) => policies[policy](actors[who])).toSorted()).toEqual(expected.toSorted())
  })
})

test('visitors are asked to sign in, and others get not allowed', () => {
  expect(() => allow(actors.meera, 'team')).not.toThrow()
  expect(() => allow(actors.visitor, 'team')).toThrow(expect.objectContaining({ code: 'not_signed_in' }))
  for (const who of ['system', 'asha', 'ravi', 'meera without a second factor'] as const)
    expect(() => allow(actors[who], 'team')).toThrow(expect.objectContaining({ code: 'not_allowed' }))
})
