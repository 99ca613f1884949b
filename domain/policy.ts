import type { AccountId, SessionId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

export const roles = ['student', 'user', 'expert', 'team'] as const
export type Role = (typeof roles)[number]

export const teamRoles = ['support', 'finance', 'administrator'] as const
export type TeamRole = (typeof teamRoles)[number]

/** The roles for each duty of the team. Routes, verbs and the navigation use this table. See docs/decisions/0034. */
export const teamDuties = {
  /** Live board, tickets, sessions, reviews, pairs, mails and people. Refunds up to `supportRefundMaxPaise`. */
  supportPeople: ['support', 'administrator'],
  /** Enter and change applications, read their documents, plan interviews, verify experts. */
  prepareExperts: ['support', 'administrator'],
  /** Accept or reject an application, approve an expert, set rate and share. */
  decideExperts: ['administrator'],
  refundAnyAmount: ['administrator'],
  /** Books, corrections, income and exports. */
  keepBooks: ['finance', 'administrator'],
  /** Withdrawals with their bank accounts. */
  payOut: ['finance', 'administrator'],
  editContent: ['administrator'],
  /** The whole log. The lines about one record are also on the page of that record. */
  readAuditLog: ['administrator'],
  /** Members, their roles, and the settings of the team. */
  manageTeam: ['administrator'],
  /** For people who have lost the device and the recovery codes. */
  resetSecondFactors: ['administrator'],
} as const satisfies Record<string, readonly TeamRole[]>
export type TeamDuty = keyof typeof teamDuties

export function hasDuty(role: TeamRole | null | undefined, duty: TeamDuty): boolean {
  const allowed: readonly TeamRole[] = teamDuties[duty]
  return role != null && allowed.includes(role)
}

export const approvals = ['pending', 'approved', 'suspended'] as const
export type Approval = (typeof approvals)[number]

export type Person = {
  kind: 'person'
  id: AccountId
  role: Role
  /** For experts only. Pending while the expert record does not exist. */
  approval: Approval | null
  signInId: string
  /** The network address of the request. Absent for sockets. */
  address?: string
  /** Members of the team only. */
  teamRole?: TeamRole | null
  /** True when the server requires a second factor that this member lacks. Every team policy then refuses. */
  secondFactorMissing?: boolean
  /** Set for a newcomer in an open session: requests and sockets are accepted for this session only. */
  onlySession?: SessionId
}

/** A signed-in account that has not accepted the terms, such as one that the team has created. */
export type Newcomer = {
  kind: 'newcomer'
  id: AccountId
  signInId: string
  address?: string
  /** Set during an open session, so that the person can continue and end it. */
  inSession?: Person | undefined
}

/**
 * The actor of a request. The system is the product itself: its jobs, its demo, its commands. A newcomer is not
 * a `Person` yet: they may accept the terms, log out, do what any visitor may, and finish an open session.
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
  supportPeople: mayDo('supportPeople'),
  supportPeopleOrSystem: mayDo('supportPeople', 'system'),
  prepareExperts: mayDo('prepareExperts'),
  prepareExpertsOrSystem: mayDo('prepareExperts', 'system'),
  decideExperts: mayDo('decideExperts'),
  decideExpertsOrSystem: mayDo('decideExperts', 'system'),
  refundAnyAmount: mayDo('refundAnyAmount'),
  keepBooks: mayDo('keepBooks'),
  keepBooksOrSystem: mayDo('keepBooks', 'system'),
  payOut: mayDo('payOut'),
  payOutOrSystem: mayDo('payOut', 'system'),
  editContent: mayDo('editContent'),
  readAuditLog: mayDo('readAuditLog'),
  manageTeam: mayDo('manageTeam'),
  resetSecondFactors: mayDo('resetSecondFactors'),
} as const satisfies Record<string, (actor: Actor) => boolean>

export type Policy = keyof typeof policies
/** Policies that allow only people. */
type PolicyForPeople = 'signedIn' | 'student' | 'expert' | 'approvedExpert' | 'team' | 'teamMember' | TeamDuty

/** The actors that a policy may allow. */
export type ActorOf<Named extends Policy> = Named extends 'newcomer'
  ? Newcomer
  : Named extends PolicyForPeople
    ? Person
    : Actor

/**
 * Throws a refusal unless the policy allows the actor. It asks visitors to sign in and newcomers to accept the terms.
 * Team members with another role get `other_team_role`, all others `not_allowed`.
 */
export function allow<Named extends Policy>(actor: Actor, policy: Named): asserts actor is ActorOf<Named> {
  const refusal = findRefusal(actor, policy)
  if (refusal) throw refusal
}

/** The refusal for this actor, or null when the policy allows it. */
export function findRefusal(actor: Actor, policy: Policy): Refusal | null {
  if (policies[policy](actor)) return null
  if (actor.kind === 'newcomer') return new Refusal('terms_needed')
  if (isTeam(actor) && policy.replace(/OrSystem$/, '') in teamDuties) return new Refusal('other_team_role')
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

function mayDo(duty: TeamDuty, also?: 'system') {
  return (actor: Actor) =>
    isPerson(actor) ? isTeam(actor) && hasDuty(actor.teamRole, duty) : actor.kind === 'system' && also === 'system'
}
