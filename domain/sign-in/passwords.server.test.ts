import { describe, expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { changePassword } from '#domain/sign-in/change-password.server.ts'
import { signOut } from '#domain/accounts/end-sign-ins.server.ts'
import { endOtherSignIns, endOwnSignIn } from '#domain/sign-in/end-own-sign-ins.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { listSignIns } from '#domain/accounts/queries.server.ts'
import { requestPasswordReset } from '#domain/sign-in/request-password-reset.server.ts'
import { sendPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { findPasswordLink, setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Product } from '#kernel/product.ts'
import type { Clock } from '#kernel/time.ts'
import type { Mail } from '#platform/mail/port.ts'
import { readConfig } from '#server/config.server.ts'
import { useDatabase } from '#tests/database.ts'
import { listJobs } from '#tests/jobs.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { signInAs, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitor = (clock?: Clock) => database.as({ kind: 'visitor', address: '203.0.113.50' }, clock)
const isSignedIn = async (token: string) => (await findSignIn(visitor(), token)) !== null
const isLinkValid = async (ctx: Context, token: string) => (await findPasswordLink(ctx, token)) !== undefined
const product: Product = readConfig({}).product

describe('ending sign-ins', () => {
  test('logging out ends only the current sign-in', async () => {
    const first = await newSignedInPerson(database.as)
    const second = await signInAs(database.as, first.email, first.password)
    await signOut(database.as(first.person))
    expect(await isSignedIn(first.token)).toBe(false)
    expect(await isSignedIn(second.token)).toBe(true)
  })

  test('a person can end their other sign-ins, one by one or all, but not those of others', async () => {
    const asha = await newSignedInPerson(database.as)
    const phone = await signInAs(database.as, asha.email, asha.password)
    const stranger = await newSignedInPerson(database.as)
    const list = await listSignIns(database.as(asha.person))
    expect(list.map(({ current }) => current).toSorted()).toEqual([false, true])
    const { password } = asha
    const { signInId } = phone.person
    await endOwnSignIn(database.as(stranger.person), { signInId, password: stranger.password })
    expect(await isSignedIn(phone.token)).toBe(true)
    await endOwnSignIn(database.as(asha.person), { signInId, password })
    expect(await isSignedIn(phone.token)).toBe(false)
    const again = await signInAs(database.as, asha.email, password)
    await endOtherSignIns(database.as(asha.person), { password })
    expect([await isSignedIn(asha.token), await isSignedIn(again.token)]).toEqual([true, false])
  })

  test.each(['student', 'expert', 'team'] as const)(
    'a %s needs the password to end other sign-ins, and each wrong one counts',
    async (role) => {
      const { person, email, password } = await newSignedInPerson(database.as, role)
      const phone = await signInAs(database.as, email, password)
      const { signInId } = phone.person
      for (const wrong of ['', 'a guess', `${password}!`]) {
        const refusal = { code: 'wrong_current_password' }
        await expect(endOwnSignIn(database.as(person), { signInId, password: wrong })).rejects.toMatchObject(refusal)
        await expect(endOtherSignIns(database.as(person), { password: wrong })).rejects.toMatchObject(refusal)
      }
      await expect(endOtherSignIns(database.as(person), { password })).rejects.toMatchObject({
        code: 'too_many_attempts',
      })
      expect(await isSignedIn(phone.token)).toBe(true)
    },
  )

  test('an invalid id is refused', async () => {
    const { person, token, password } = await newSignedInPerson(database.as)
    for (const signInId of ['', 'x', `${person.signInId}0`, "' or 1=1 --"]) {
      await expect(endOwnSignIn(database.as(person), { signInId, password })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
    expect(await isSignedIn(token)).toBe(true)
  })

  test('a visitor cannot end sign-ins', async () => {
    const refusal = { code: 'not_signed_in' }
    await expect(endOtherSignIns(visitor(), { password: '' })).rejects.toMatchObject(refusal)
    const signInId = crypto.randomUUID()
    await expect(endOwnSignIn(visitor(), { signInId, password: '' })).rejects.toMatchObject(refusal)
  })
})

describe('changing the password', () => {
  test('requires the current password and ends every other sign-in', async () => {
    const asha = await newSignedInPerson(database.as)
    const other = await signInAs(database.as, asha.email, asha.password)
    const ctx = database.as(asha.person)
    await expect(changePassword(ctx, { current: 'a guess', next: 'another-secret' })).rejects.toMatchObject({
      code: 'wrong_current_password',
    })
    await expect(changePassword(ctx, { current: asha.password, next: 'qwerty' })).rejects.toMatchObject({
      code: 'weak_password',
    })
    expect(await isSignedIn(other.token)).toBe(true)
    await changePassword(ctx, { current: asha.password, next: 'another-secret' })
    expect([await isSignedIn(asha.token), await isSignedIn(other.token)]).toEqual([true, false])
    await expect(signInAs(database.as, asha.email, asha.password)).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
    await signInAs(database.as, asha.email, 'another-secret')
  })
})

describe('a forgotten password', () => {
  async function sendLink(profileId: AccountId, clock?: Clock): Promise<string> {
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => void mails.push(mail) }
    const ctx = { ...database.as({ kind: 'system' }, clock), mailer, product }
    await sendPasswordLink(ctx, { profileId, purpose: 'reset_password' })
    return /\/reset-password\/([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  }

  test('a request does the same work for an unknown address, so that its duration reveals nothing', async () => {
    const asha = await newSignedInPerson(database.as)
    const listLinkJobs = async () => {
      const jobs = await listJobs(database.db(), 'send_password_link')
      return jobs.map(({ payload, runAt }) => ({ id: payload.profileId, runAt }))
    }
    const askedAt = new Date()
    const before = await listLinkJobs()
    expect(await requestPasswordReset(visitor(), 'nobody@samjhao.example')).toBeUndefined()
    expect(await requestPasswordReset(visitor(), asha.email.toUpperCase())).toBeUndefined()
    const [unknown, known] = (await listLinkJobs()).slice(before.length)
    expect(known?.id).toBe(asha.person.id)
    expect(unknown?.id).not.toBe(known?.id)
    // The job of an unknown address sends nothing.
    expect(await sendLink(unknown?.id as AccountId)).toBe('')
    // The mail is sent later, so that its sending does not slow down the next page and reveal the account.
    for (const job of [unknown, known]) expect(job?.runAt.getTime()).toBeGreaterThan(askedAt.getTime() + 500)
  })

  test('the link sets the password once, ends all sign-ins, and invalidates other links', async () => {
    const asha = await newSignedInPerson(database.as)
    const [first, second] = [await sendLink(asha.person.id), await sendLink(asha.person.id)]
    const attempts = await Promise.allSettled(
      Array.from({ length: 5 }, () => setPasswordByLink(visitor(), { token: first, next: 'brand-new-secret' })),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await isSignedIn(asha.token)).toBe(false)
    expect(await isLinkValid(visitor(), first)).toBe(false)
    await expect(setPasswordByLink(visitor(), { token: second, next: 'yet-another' })).rejects.toMatchObject({
      code: 'link_not_valid',
    })
    const notifications = await notificationsOf(database.db(), asha.person.id)
    expect(notifications.map(({ facts }) => facts)).toEqual([{ what: 'password_changed' }])
    await signInAs(database.as, asha.email, 'brand-new-secret')
  })

  test('the link works for sixty minutes', async () => {
    const asha = await newSignedInPerson(database.as)
    const at = (minutes: number): Clock => ({ now: () => new Date(Date.UTC(2026, 0, 1, 10, minutes)) })
    const token = await sendLink(asha.person.id, at(0))
    expect(await isLinkValid(visitor(at(59)), token)).toBe(true)
    expect(await isLinkValid(visitor(at(60)), token)).toBe(false)
    expect(await isLinkValid(visitor(at(1)), 'made-up')).toBe(false)
  })
})

test('the token of a deleted account is not accepted', async () => {
  const deleted = await newSignedInPerson(database.as)
  await database.db().deleteFrom('profiles').where('id', '=', deleted.person.id).execute()
  expect(await isSignedIn(deleted.token)).toBe(false)
  await expect(
    signIn(visitor(), { email: deleted.email, password: deleted.password, userAgent: '' }),
  ).rejects.toMatchObject({
    code: 'invalid_credentials',
  })
})
