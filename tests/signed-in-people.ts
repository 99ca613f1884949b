import { confirmCurrentEmail } from '#domain/accounts/profile-rows.server.ts'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Actor, Person, Role, TeamRole } from '#domain/policy.ts'
import { confirmOwnPassword } from '#domain/sign-in/confirm-password.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { insertAccount } from '#domain/sign-in/insert-account.server.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import { registerStudent } from '#domain/sign-in/register-student.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'

type ContextAs = (actor: Actor) => Context

const password = 'quite-a-secret'
/** Computed once, because hashing is slow by design and nearly every test needs a person. */
let passwordHash: Promise<string> | undefined
let count = 0

/** Creates a signed-in person for one test, with a new email address each time. */
export async function newSignedInPerson(
  as: ContextAs,
  role: Role = 'student',
  fullName?: string,
  /** The role of a team member. */
  teamRole: TeamRole = 'administrator',
) {
  count += 1
  const email = `person-${count}-${process.pid}@samjhao.example`
  const ctx = as({ kind: 'system' })
  const account = {
    email,
    fullName: fullName ?? `Person ${count}`,
    role,
    ...(role === 'team' && { teamRole }),
    passwordHash: await (passwordHash ??= hashPassword(password)),
    emailConfirmedAt: ctx.clock.now(),
  }
  const id = await ctx.db.transaction().execute((tx) => insertAccount(tx, account, ctx.clock.now()))
  const from = { address: '203.0.113.5', userAgent: 'a test' }
  const { token } = await startSignIn(ctx, ctx.db, { id, role }, from)
  return { email, password, token, person: await getPerson(as, token) }
}

/** Signs in with the password, as the form does. */
export async function signInAs(as: ContextAs, email: string, ownPassword: string) {
  const visitor = as({ kind: 'visitor', address: '203.0.113.5' })
  const { token } = await signIn(visitor, { email, password: ownPassword, userAgent: 'a test' })
  return { token, person: await getPerson(as, token) }
}

/** A student who has registered and confirmed the email address. */
export async function newStudent(as: ContextAs) {
  const student = await newUnconfirmedStudent(as)
  const { db, clock } = as({ kind: 'system' })
  await confirmCurrentEmail(db, student.person.id, clock.now())
  return student
}

export async function newUnconfirmedStudent(as: ContextAs) {
  count += 1
  const email = `student-${count}-${process.pid}@samjhao.example`
  const visitor = as({ kind: 'visitor', address: '203.0.113.6' })
  const input = { email, fullName: 'A Student', password, accepted: true, userAgent: 'a test' }
  const { token } = await registerStudent(visitor, input)
  return { email, token, person: await getPerson(as, token) }
}

export async function getPerson(as: ContextAs, token: string): Promise<Person> {
  const found = await findSignIn(as({ kind: 'system' }), token)
  if (!found) throw new Error('no sign-in for that token')
  return found.person
}

/** Creates a team member who has just confirmed their password. */
export async function newDecider(as: ContextAs, fullName = 'Meera Nair', teamRole?: TeamRole): Promise<Person> {
  const { person, password: own } = await newSignedInPerson(as, 'team', fullName, teamRole)
  await confirmOwnPassword(as(person), own)
  return person
}
