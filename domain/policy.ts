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
  /** Experts only; pending while the expert record does not exist. */
  approval: Approval | null
  signInId: string
  /** On a public server the team needs a second factor; without it every team policy refuses. */
  secondFactorMissing?: boolean
}

/** A signed-in account that has not accepted the terms, such as one that the team has created. */
export type Newcomer = { kind: 'newcomer'; id: AccountId; signInId: string }

/**
 * The actor of a request. The system is the product itself: its jobs, its demo, its commands. A newcomer is no person
 * yet, so that only accepting the terms, logging out and what any visitor may do is possible.
 */
export type Actor = { kind: 'system' } | { kind: 'visitor'; address: string } | Newcomer | Person

/** All policies. Every route, action, write function and socket message names one of these. */
export const policies = {
  anyone: () => true,
  system: (actor) => actor.kind === 'system',
  newcomer: (actor) => actor.kind === 'newcomer',
  signedIn: isPerson,
  signedInOrSystem: (actor) => actor.kind === 'system' || isPerson(actor),
  student: isStudent,
  studentOrSystem: (actor) => actor.kind === 'system' || isStudent(actor),
  expert: (actor) => isPerson(actor) && actor.role === 'expert',
  approvedExpert: (actor) => isPerson(actor) && actor.role === 'expert' && actor.approval === 'approved',
  team: isTeam,
  /** Also allows members without a second factor, so that they can set it up. */
  teamMember: (actor) => isPerson(actor) && actor.role === 'team',
  teamOrSystem: (actor) => actor.kind === 'system' || isTeam(actor),
} as const satisfies Record<string, (actor: Actor) => boolean>

export type Policy = keyof typeof policies
/** Policies that allow only people. */
export type PolicyForPeople = 'signedIn' | 'student' | 'expert' | 'approvedExpert' | 'team' | 'teamMember'

/** The actors that a policy may allow. */
export type ActorOf<Named extends Policy> = Named extends 'newcomer'
  ? Newcomer
  : Named extends PolicyForPeople
    ? Person
    : Actor

/**
 * Throws unless the policy allows the actor: visitors are asked to sign in, newcomers to accept the terms, others get
 * 'not allowed'.
 */
export function allow<Named extends Policy>(actor: Actor, policy: Named): asserts actor is ActorOf<Named> {
  const refusal = findRefusal(actor, policy)
  if (refusal) throw refusal
}

/** The refusal for this actor, or null when the policy allows it. */
export function findRefusal(actor: Actor, policy: Policy): Refusal | null {
  if (policies[policy](actor)) return null
  if (actor.kind === 'newcomer') return new Refusal('terms_needed')
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
