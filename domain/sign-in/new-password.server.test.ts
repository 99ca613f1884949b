import { describe, expect, test } from 'vitest'
import type { Role } from '#domain/policy.ts'
import { changePassword } from '#domain/sign-in/change-password.server.ts'
import { createAccount } from '#domain/sign-in/create-account.server.ts'
import { checkNewPassword } from '#domain/sign-in/new-password.server.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { findPasswordLink, setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
import { passwordMaxLength } from '#kernel/limits.ts'
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
  test(`gives ${code} when the owner changes the password`, async () => {
    const { person, email, password } = await newSignedInPerson(database.as, role)
    expect(await codeOf(changePassword(database.as(person), { current: password, next }))).toBe(code)
    await signInAs(database.as, email, code === 'accepted' ? next : password)
  })

  test(`gives ${code} when the owner sets it by a link`, async () => {
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

test.each<[Role, string, string]>([
  ['student', 'mango', 'Password must be at least 6 characters'],
  ['team', 'mango-tree7', 'Password must be at least 12 characters'],
  ['student', 'm'.repeat(201), 'Please use at most 200 characters'],
  ['student', 'qwerty', 'This password is too common: it is in the lists that attackers try first.'],
  ['student', 'Nisha@2008', 'This password is only your name or email address.'],
  ['student', 'kapoornisha', 'This password is only your name or email address.'],
  ['student', 'nk.learns1', 'This password is only your name or email address.'],
  ['team', 'P@ssw0rd-2026', 'This password is made of common words or neighbouring keys.'],
])('for a %s, the password %s is refused with the reason', (role, password, text) => {
  const owner = { role, fullName: 'Nisha Kapoor', email: 'nk.learns@samjhao.example' }
  expect(() => checkNewPassword(password, owner)).toThrow(
    expect.objectContaining({ problems: { password: expect.stringContaining(text) } }),
  )
})

test('a password may contain the name beside other words', () => {
  const owner = { role: 'student' as const, fullName: 'Nisha Kapoor', email: 'nisha@samjhao.example' }
  for (const password of ['nisha-learns', 'quite-a-secret']) expect(checkNewPassword(password, owner)).toBeUndefined()
})

test('a password that is only the owner’s name is refused in every form', async () => {
  const { person, email, password } = await newSignedInPerson(database.as, 'student')
  const next = `${email.split('@')[0]}`
  expect(await codeOf(changePassword(database.as(person), { current: password, next }))).toBe('weak_password')
  const { token } = await createPasswordLink(system(), { profileId: person.id, purpose: 'reset_password' })
  expect(await codeOf(setPasswordByLink(visitor(), { token, next }))).toBe('weak_password')
  await signInAs(database.as, email, password)
})

test.each([64, passwordMaxLength])(
  'a password of %i characters is accepted, and each of them counts',
  async (length) => {
    const { person, email, password } = await newSignedInPerson(database.as, 'student')
    const next = 'a long sentence with words '.repeat(10).slice(0, length - 1) + '7'
    expect(next).toHaveLength(length)
    await changePassword(database.as(person), { current: password, next })
    await signInAs(database.as, email, next)
    for (const wrong of [next.slice(0, -1), `${next.slice(0, -1)}8`]) {
      expect(await codeOf(signInAs(database.as, email, wrong))).toBe('invalid_credentials')
    }
  },
)

test('a password of more than the longest length is refused, and the old one stays', async () => {
  const { person, email, password } = await newSignedInPerson(database.as, 'student')
  const next = 'x7'.repeat(passwordMaxLength).slice(0, passwordMaxLength + 1)
  expect(await codeOf(changePassword(database.as(person), { current: password, next }))).not.toBe('accepted')
  await signInAs(database.as, email, password)
})
