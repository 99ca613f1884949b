import { describe, expect, test } from 'vitest'
import { suspendAccount } from '#domain/accounts/profile-rows.server.ts'
import { createExpert } from '#domain/applications/create-expert.server.ts'
import type { Role } from '#domain/policy.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { confirmSecondFactor, openSecret, startSecondFactor } from '#domain/sign-in/second-factor.server.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { findPasswordLink, isSignInLink, setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { codeAt } from '#domain/sign-in/totp.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { firstPasswordLinkHours } from '#kernel/limits.ts'
import type { Clock } from '#kernel/time.ts'
import { useDatabase } from '#tests/database.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitor = (clock?: Clock) => database.as({ kind: 'visitor', address: '203.0.113.50' }, clock)
const system = (clock?: Clock) => database.as({ kind: 'system' }, clock)
const next = 'kavita-explains'
let count = 0

/** An expert account that the team has just opened, with its link. */
async function newInvitation(clock?: Clock) {
  count += 1
  const email = `invited-${count}@samjhao.example`
  const account = { email, fullName: 'Kavita Rao', phone: '+91 98450 00000', category: 'academic' as const }
  const id = await createExpert(system(), account)
  return { id, email, ...(await newLink(id, clock)) }
}

function newLink(profileId: AccountId, clock?: Clock) {
  return createPasswordLink(system(clock), { profileId, purpose: 'first_password' })
}

const listSignIns = (id: AccountId) =>
  database.db().selectFrom('sign_ins').select('user_agent').where('profile_id', '=', id).execute()
const refusalOf = (result: Promise<unknown>) =>
  result.then(
    () => 'accepted',
    (error) => error.code as string,
  )

describe('the first link of an expert', () => {
  test('sets the password and signs in, on the way to the terms', async () => {
    const { id, email, token } = await newInvitation()
    const link = await findPasswordLink(visitor(), token)
    expect(link && (await isSignInLink(database.db(), link))).toBe(true)
    const { signIn: started, browser } = await setPasswordByLink(visitor(), { token, next, userAgent: 'a phone' })
    expect(started).toMatchObject({ id, role: 'expert' })
    const found = await findSignIn(visitor(), started?.token ?? '')
    expect(found).toMatchObject({ person: { id, role: 'expert' }, termsMissing: true })
    expect(await listSignIns(id)).toEqual([{ user_agent: 'a phone' }])
    // The browser is known, and nobody is told about a new one.
    expect(await notificationsOf(database.db(), id)).toEqual([])
    await signIn(visitor(), { email, password: next, userAgent: 'a phone', browser })
    expect(await notificationsOf(database.db(), id)).toEqual([])
  })

  test('works once, even when it is used several times at once, and starts one sign-in', async () => {
    const { id, token } = await newInvitation()
    const uses = Array.from({ length: 5 }, () => refusalOf(setPasswordByLink(visitor(), { token, next })))
    expect((await Promise.all(uses)).toSorted()).toEqual(['accepted', ...Array(4).fill('link_not_valid')])
    expect(await refusalOf(setPasswordByLink(visitor(), { token, next: 'another-secret' }))).toBe('link_not_valid')
    expect(await listSignIns(id)).toHaveLength(1)
  })

  test('starts no sign-in when it has expired, or with a weak password', async () => {
    const at = (hours: number): Clock => ({ now: () => new Date(Date.UTC(2026, 0, 1, hours)) })
    const { id, token } = await newInvitation(at(0))
    const use = (hours: number, password: string) =>
      refusalOf(setPasswordByLink(visitor(at(hours)), { token, next: password }))
    expect(await use(1, 'kavita')).toBe('weak_password')
    expect(await use(firstPasswordLinkHours, next)).toBe('link_not_valid')
    expect(await listSignIns(id)).toEqual([])
    expect(await use(firstPasswordLinkHours - 1, next)).toBe('accepted')
  })

  test('ends the earlier sign-ins, and makes other links of the account invalid', async () => {
    const ravi = await newSignedInPerson(database.as, 'expert')
    const [first, second] = [await newLink(ravi.person.id), await newLink(ravi.person.id)]
    const { signIn: started } = await setPasswordByLink(visitor(), { token: first.token, next })
    expect(await findSignIn(visitor(), ravi.token)).toBeNull()
    expect((await findSignIn(visitor(), started?.token ?? ''))?.person.id).toBe(ravi.person.id)
    expect(await refusalOf(setPasswordByLink(visitor(), { token: second.token, next }))).toBe('link_not_valid')
  })
})

describe('a link that sets the password without signing in', () => {
  test('is that of an account with an authenticator, which still asks for its code', async () => {
    const ravi = await newSignedInPerson(database.as, 'expert')
    const atStep = (step: number): Clock => ({ now: () => new Date(step * 30_000) })
    const ctx = database.as(ravi.person, atStep(1000))
    await startSecondFactor(ctx, ravi)
    const factor = await database
      .db()
      .selectFrom('second_factors')
      .selectAll()
      .where('profile_id', '=', ravi.person.id)
      .executeTakeFirstOrThrow()
    await confirmSecondFactor(ctx, codeAt(openSecret(ctx, factor), 1000))
    const { token } = await newLink(ravi.person.id)
    const link = await findPasswordLink(visitor(), token)
    expect(link && (await isSignInLink(database.db(), link))).toBe(false)
    expect((await setPasswordByLink(visitor(), { token, next })).signIn).toBeNull()
    expect(await listSignIns(ravi.person.id)).toEqual([])
    const login = signIn(visitor(), { email: ravi.email, password: next, userAgent: '' })
    expect(await refusalOf(login)).toBe('code_needed')
  })

  test.each<[Role, 'first_password' | 'reset_password']>([
    ['team', 'first_password'],
    ['student', 'first_password'],
    ['expert', 'reset_password'],
  ])('is that of a person (%s) with the purpose %s', async (role, purpose) => {
    const { person } = await newSignedInPerson(database.as, role)
    const { token } = await createPasswordLink(system(), { profileId: person.id, purpose })
    expect((await setPasswordByLink(visitor(), { token, next: 'mango-tree-on-a-hill' })).signIn).toBeNull()
    expect(await listSignIns(person.id)).toEqual([])
  })

  test('is that of a student or a member of the team whose account is suspended', async () => {
    for (const role of ['student', 'team'] as const) {
      const { person, email } = await newSignedInPerson(database.as, role)
      const { token } = await newLink(person.id)
      await suspendAccount(database.db(), { id: person.id, why: 'A mistake.', now: new Date() })
      const password = 'mango-tree-on-a-hill'
      expect((await setPasswordByLink(visitor(), { token, next: password })).signIn).toBeNull()
      expect(await listSignIns(person.id)).toEqual([])
      expect(await refusalOf(signIn(visitor(), { email, password, userAgent: '' }))).toBe('account_suspended')
    }
  })
})

test('a suspended expert is signed in by the first link, as by a login, and stays suspended', async () => {
  const { id, token } = await newInvitation()
  const { id: expertId } = await database
    .db()
    .selectFrom('experts')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  await setApproval(system(), { expertId, approval: 'suspended' })
  const { signIn: started } = await setPasswordByLink(visitor(), { token, next })
  expect((await findSignIn(visitor(), started?.token ?? ''))?.person.approval).toBe('suspended')
})

test('the link of a deleted account does nothing', async () => {
  const { person } = await newSignedInPerson(database.as, 'expert')
  const { token } = await newLink(person.id)
  await database.db().updateTable('profiles').set({ deleted_at: new Date() }).where('id', '=', person.id).execute()
  expect(await refusalOf(setPasswordByLink(visitor(), { token, next }))).toBe('link_not_valid')
})
