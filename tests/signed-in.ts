import { createAccount } from '#domain/accounts/create-account.server.ts'
import { findSignIn } from '#domain/accounts/find-sign-in.server.ts'
import { registerStudent } from '#domain/accounts/register-student.server.ts'
import { signIn } from '#domain/accounts/sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Actor, Person, Role } from '#domain/policy.ts'

type At = (actor: Actor) => Context

let count = 0

/** A person of their own for a test, signed in; the address is new each time. */
export async function somebody(as: At, role: Role = 'student', password = 'quite-a-secret') {
  count += 1
  const email = `person-${count}-${process.pid}@samjhao.example`
  await createAccount(as({ kind: 'system' }), { email, fullName: `Person ${count}`, password, role })
  return { email, password, ...(await signInAs(as, email, password)) }
}

export async function signInAs(as: At, email: string, password: string) {
  const visitor = as({ kind: 'visitor', address: '203.0.113.5' })
  const { token } = await signIn(visitor, { email, password, userAgent: 'a test' })
  return { token, person: await personOf(as, token) }
}

export async function newStudent(as: At) {
  count += 1
  const email = `student-${count}-${process.pid}@samjhao.example`
  const visitor = as({ kind: 'visitor', address: '203.0.113.6' })
  const input = {
    email,
    fullName: 'A Student',
    password: 'quite-a-secret',
    accepted: true,
    userAgent: 'a test',
  }
  const { token } = await registerStudent(visitor, input)
  return { email, token, person: await personOf(as, token) }
}

async function personOf(as: At, token: string): Promise<Person> {
  const found = await findSignIn(as({ kind: 'system' }), token)
  if (!found) throw new Error('nobody is signed in with that token')
  return found.person
}
