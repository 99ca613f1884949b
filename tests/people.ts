import { randomUUID } from 'node:crypto'
import { createAccount } from '#domain/accounts/create-account.server.ts'
import { findSignIn } from '#domain/accounts/find-sign-in.server.ts'
import { registerStudent } from '#domain/accounts/register-student.server.ts'
import { signIn } from '#domain/accounts/sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Actor, Person, Role } from '#domain/policy.ts'

type As = (actor: Actor) => Context

const password = 'a-long-secret'

/** Somebody new of this role, signed in. */
export async function somebody(as: As, role: Role = 'student') {
  const email = `${role}-${randomUUID()}@samjhao.example`
  await createAccount(as({ kind: 'system' }), { email, fullName: `Some ${role}`, password, role })
  return { email, password, ...(await signInAs(as, email, password)) }
}

/** A student who came by the registration, with all the records that it makes. */
export async function newStudent(as: As) {
  const email = `student-${randomUUID()}@samjhao.example`
  const input = { email, fullName: 'A Student', password, accepted: true, userAgent: '' }
  const { token } = await registerStudent(from(as), input)
  return { email, password, token, person: await personOf(as, token) }
}

export async function signInAs(as: As, email: string, secret: string) {
  const { token } = await signIn(from(as), { email, password: secret, userAgent: '' })
  return { token, person: await personOf(as, token) }
}

/** Each from an address of their own, so that no test uses up the tries of another. */
function from(as: As): Context {
  return as({ kind: 'visitor', address: randomUUID() })
}

async function personOf(as: As, token: string): Promise<Person> {
  const found = await findSignIn(as({ kind: 'system' }), token)
  if (!found) throw new Error('the sign-in that was just made is not there')
  return found.person
}
