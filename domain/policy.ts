import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

export const roles = ['student', 'user', 'expert', 'team'] as const
export type Role = (typeof roles)[number]

export const approvals = ['pending', 'approved', 'suspended'] as const
export type Approval = (typeof approvals)[number]

export type Person = {
  kind: 'person'
  id: AccountId
  role: Role
  /** Experts only; an expert whose record does not exist yet is pending. */
  approval: Approval | null
  signInId: string
  /** The team needs a second factor where the product serves others; without it nothing of the team's is open. */
  secondFactorMissing?: boolean
}

/** Who asks. The system is the product itself: its jobs, its demo, its commands. */
export type Actor = { kind: 'system' } | { kind: 'visitor'; address: string } | Person

/** Who may do what. Every route, action, verb and socket message names one of these. */
export const policies = {
  anyone: () => true,
  system: (actor) => actor.kind === 'system',
  signedIn: isPerson,
  signedInOrSystem: (actor) => actor.kind === 'system' || isPerson(actor),
  student: isStudent,
  studentOrSystem: (actor) => actor.kind === 'system' || isStudent(actor),
  expert: (actor) => isPerson(actor) && actor.role === 'expert',
  approvedExpert: (actor) => isPerson(actor) && actor.role === 'expert' && actor.approval === 'approved',
  team: isTeam,
  /** Also before the second factor is set up: for setting it up. */
  teamMember: (actor) => isPerson(actor) && actor.role === 'team',
  teamOrSystem: (actor) => actor.kind === 'system' || isTeam(actor),
} as const satisfies Record<string, (actor: Actor) => boolean>

export type Policy = keyof typeof policies
/** Only people pass these. */
export type PolicyForPeople = 'signedIn' | 'student' | 'expert' | 'approvedExpert' | 'team' | 'teamMember'

/** Throws unless the policy lets this actor through: to a visitor it says to sign in, to others that they may not. */
export function allow(actor: Actor, policy: Policy): void {
  const refusal = findRefusal(actor, policy)
  if (refusal) throw refusal
}

/** Why the policy does not let this actor through; null when it does. */
export function findRefusal(actor: Actor, policy: Policy): Refusal | null {
  if (policies[policy](actor)) return null
  return new Refusal(actor.kind === 'visitor' ? 'not_signed_in' : 'not_allowed')
}

export function isPerson(actor: Actor): actor is Person {
  return actor.kind === 'person'
}

function isStudent(actor: Actor): boolean {
  return isPerson(actor) && (actor.role === 'student' || actor.role === 'user')
}

function isTeam(actor: Actor): boolean {
  return isPerson(actor) && actor.role === 'team' && !actor.secondFactorMissing
}
