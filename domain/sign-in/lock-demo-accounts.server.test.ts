import { expect, test } from 'vitest'
import { cast } from '#demo/cast.ts'
import { demoEmails } from '#demo/people/demo-emails.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { createAccount } from '#domain/sign-in/create-account.server.ts'
import { demoEmailEnding, lockDemoAccounts } from '#domain/sign-in/lock-demo-accounts.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitor = () => database.as({ kind: 'visitor', address: '203.0.113.9' })

test.each(['asha', 'ravi', 'meera'] as const)(
  '%s of the demo can no longer sign in, and real accounts can',
  async (name) => {
    const system = database.as({ kind: 'system' })
    const real = { email: `owner-${name}@real.example`, password: 'quite-a-secret' }
    await createAccount(system, { ...real, fullName: 'Real Owner', role: 'student' })
    const { email, password } = cast[name]
    await createAccount(system, cast[name])
    const logIn = (login: { email: string; password: string }) => signIn(visitor(), { ...login, userAgent: '' })
    const { token } = await logIn({ email, password })

    expect(await lockDemoAccounts(system)).toBe(1)
    await expect(logIn({ email, password })).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(await findSignIn(system, token)).toBeNull()
    await logIn(real)
    expect(await lockDemoAccounts(system)).toBe(0)
  },
)

test('every demo account has an email address that is locked', () => {
  expect([...demoEmails].filter((email) => !email.endsWith(demoEmailEnding))).toEqual([])
})

test('only the system can lock the demo accounts', async () => {
  for (const role of ['student', 'expert', 'team'] as const) {
    const { person } = await newSignedInPerson(database.as, role)
    await expect(lockDemoAccounts(database.as(person))).rejects.toMatchObject({ code: 'not_allowed' })
  }
  await expect(lockDemoAccounts(visitor())).rejects.toMatchObject({ code: 'not_signed_in' })
})
