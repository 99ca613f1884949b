import { describe, expect, test } from 'vitest'
import { type Actor, allow, type Person, policies, type Policy, type TeamDuty, teamDuties } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'

const newPerson = (role: Person['role'], changes: Partial<Person> = {}): Person => ({
  kind: 'person',
  id: '00000000-0000-4000-8000-000000000001' as AccountId,
  role,
  approval: null,
  signInId: 'a sign-in',
  ...changes,
})

const actors = {
  system: { kind: 'system' },
  visitor: { kind: 'visitor', address: '127.0.0.1' },
  newcomer: { kind: 'newcomer', id: newPerson('expert').id, signInId: 'a sign-in' },
  asha: newPerson('student'),
  // The older name of the student role.
  user: newPerson('user'),
  ravi: newPerson('expert', { approval: 'approved' }),
  'pending expert': newPerson('expert', { approval: 'pending' }),
  'suspended expert': newPerson('expert', { approval: 'suspended' }),
  meera: newPerson('team', { teamRole: 'administrator' }),
  tara: newPerson('team', { teamRole: 'support' }),
  vikram: newPerson('team', { teamRole: 'finance' }),
  'meera without a second factor': newPerson('team', { teamRole: 'administrator', secondFactorMissing: true }),
  'a member without a role': newPerson('team', { teamRole: null }),
} satisfies Record<string, Actor>
type ActorName = keyof typeof actors

const actorNames = Object.keys(actors) as ActorName[]
const students: ActorName[] = ['asha', 'user']
const experts: ActorName[] = ['ravi', 'pending expert', 'suspended expert']
const team: ActorName[] = ['meera', 'tara', 'vikram', 'a member without a role']
const people: ActorName[] = [...students, ...experts, ...team, 'meera without a second factor']
const support: ActorName[] = ['tara', 'meera']
const finance: ActorName[] = ['vikram', 'meera']
const administrators: ActorName[] = ['meera']

const allowed: Record<Policy, ActorName[]> = {
  anyone: actorNames,
  system: ['system'],
  newcomer: ['newcomer'],
  signedIn: people,
  signedInOrSystem: ['system', ...people],
  student: students,
  studentOrSystem: ['system', ...students],
  expert: experts,
  approvedExpert: ['ravi'],
  team,
  teamMember: [...team, 'meera without a second factor'],
  teamOrSystem: ['system', ...team],
  supportPeople: support,
  supportPeopleOrSystem: ['system', ...support],
  prepareExperts: support,
  prepareExpertsOrSystem: ['system', ...support],
  decideExperts: administrators,
  decideExpertsOrSystem: ['system', ...administrators],
  refundAnyAmount: administrators,
  keepBooks: finance,
  keepBooksOrSystem: ['system', ...finance],
  payOut: finance,
  payOutOrSystem: ['system', ...finance],
  editContent: administrators,
  readAuditLog: administrators,
  manageTeam: administrators,
  resetSecondFactors: administrators,
}

describe('each policy allows exactly these actors', () => {
  test.each(Object.entries(allowed) as [Policy, ActorName[]][])('%s: %j', (policy, expected) => {
    expect(actorNames.filter((name) => policies[policy](actors[name])).toSorted()).toEqual(expected.toSorted())
  })
})

test('every policy for people asks a newcomer to accept the terms', () => {
  for (const policy of Object.keys(allowed) as Policy[]) {
    if (policy === 'anyone' || policy === 'newcomer') continue
    expect(() => allow(actors.newcomer, policy)).toThrow(expect.objectContaining({ code: 'terms_needed' }))
  }
})

test('a refused visitor is asked to sign in, and any other refused actor gets not_allowed', () => {
  expect(() => allow(actors.meera, 'team')).not.toThrow()
  expect(() => allow(actors.visitor, 'team')).toThrow(expect.objectContaining({ code: 'not_signed_in' }))
  for (const name of ['system', 'asha', 'ravi', 'meera without a second factor'] as const)
    expect(() => allow(actors[name], 'team')).toThrow(expect.objectContaining({ code: 'not_allowed' }))
})

test('an administrator has every duty, and a member with another role gets other_team_role', () => {
  for (const duty of Object.keys(teamDuties) as TeamDuty[]) {
    expect(() => allow(actors.meera, duty)).not.toThrow()
    expect(() => allow(actors['a member without a role'], duty)).toThrow(
      expect.objectContaining({ code: 'other_team_role', status: 403 }),
    )
    expect(() => allow(actors['meera without a second factor'], duty)).toThrow(
      expect.objectContaining({ code: 'not_allowed' }),
    )
  }
  expect(() => allow(actors.vikram, 'prepareExpertsOrSystem')).toThrow(
    expect.objectContaining({ code: 'other_team_role' }),
  )
  expect(() => allow(actors.vikram, 'student')).toThrow(expect.objectContaining({ code: 'not_allowed' }))
})
