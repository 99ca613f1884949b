import { type Actor, type Approval, type Person, type Role, type TeamRole, teamRoles } from '#domain/policy.ts'
import { accountId } from '#kernel/ids.ts'

export type AccessRole = {
  /** The heading of its column. */
  column: string
  /** The actor that the policies receive. */
  actor: Actor
  /** The account that the tests create. A visitor has none. */
  account?: { role: Role; teamRole?: TeamRole; approval?: Approval; state?: 'newcomer' | 'suspended' }
}

const id = accountId.parse('00000000-0000-7000-8000-000000000001')
const visitor: Actor = { kind: 'visitor', address: '127.0.0.1' }
const person = (role: Role, approval: Approval | null = null): Person => ({
  kind: 'person',
  id,
  role,
  approval,
  signInId: id,
})
const expert = (approval: Approval) => ({
  actor: person('expert', approval),
  account: { role: 'expert' as const, approval },
})

function member(teamRole: TeamRole): AccessRole {
  return {
    column: teamRole.slice(0, 5),
    actor: { ...person('team'), teamRole },
    account: { role: 'team', teamRole },
  }
}

/** All roles that may send a request. Each is a column of the access matrix, whose requests the tests send. */
export const accessRoles: Record<string, AccessRole> = {
  visitor: { column: 'vis', actor: visitor },
  newcomer: {
    column: 'new',
    actor: { kind: 'newcomer', id, signInId: id },
    account: { role: 'expert', approval: 'approved', state: 'newcomer' },
  },
  student: { column: 'stu', actor: person('student'), account: { role: 'student' } },
  // Suspending ends all sign-ins, so only a visitor remains.
  'suspended student': { column: 'susp', actor: visitor, account: { role: 'student', state: 'suspended' } },
  expert: { column: 'exp', ...expert('approved') },
  'pending expert': { column: 'pend', ...expert('pending') },
  'suspended expert': { column: 'locked', ...expert('suspended') },
  ...Object.fromEntries(teamRoles.map((role) => [role, member(role)])),
}

/** On a public server, a member of the team before the second factor is set up. */
export const withoutSecondFactor: AccessRole = {
  column: 'no 2nd',
  actor: { ...person('team'), teamRole: 'administrator', secondFactorMissing: true },
  account: { role: 'team' },
}
