import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/policy.ts'
import { changePassword } from '#domain/sign-in/change-password.server.ts'
import { createAccount } from '#domain/sign-in/create-account.server.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { findPasswordLink, setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson, signInAs } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitor = () => database.as({ kind: 'visitor', address: '203.0.113.50' })
const system = () => database.as({ kind: 'system' })

const codeOf = (change: Promise<unknown>) =>
  change.then(
    () => 'accepted',
    (error) => error.code as string,
  )

describe.each<[Role, string, string]>([
  ['student', 'mango7', 'accepted'],
  ['student', 'mango', 'weak_password'],
  ['student', 'qwerty', 'weak_password'],
  ['expert', 'mango7', 'accepted'],
  ['expert', 'mango', 'weak_password'],
  ['team', 'mango-tree7', 'weak_team_password'],
  ['team', 'password1234', 'weak_team_password'],
  ['team', 'P@ssw0rd-2026', 'weak_team_password'],
  ['team', 'mango-tree-7', 'accepted'],
])('for a person (%s) the new password %s', (role, next, code) => {
  test(`gives ${code} when it is changed`, async () => {
    const { person, email, password } = await newSignedInPerson(database.as, role)
    expect(await codeOf(changePassword(database.as(person), { current: password, next }))).toBe(code)
    await signInAs(database.as, email, code === 'accepted' ? next : password)
  })

  test(`gives ${code} when it is set by a link`, async () => {
    const { person, email, password } = await newSignedInPerson(database.as, role)
    const { token } = await createPasswordLink(system(), { profileId: person.id, purpose: 'reset_password' })
    expect(await codeOf(setPasswordByLink(visitor(), { token, next }))).toBe(code)
    await signInAs(database.as, email, code === 'accepted' ? next : password)
    expect((await findPasswordLink(visitor(), token))?.role).toBe(code === 'accepted' ? undefined : role)
  })
})

test('an account of the team is not created with a short or common password', async () => {
  for (const password of ['mango-tree7', 'password1234']) {
    const email = 'short@samjhao.example'
    const account = { email, fullName: 'Short Password', password, role: 'team' as const }
    await expect(createAccount(system(), account)).rejects.toMatchObject({ code: 'weak_team_password' })
    expect(await database.db().selectFrom('profiles').select('id').where('email', '=', email).execute()).toEqual([])
  }
})
