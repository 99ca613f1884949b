import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isEmailConfirmed } from '#domain/accounts/profile-rows.server.ts'
import { findOwnAccount } from '#domain/accounts/queries.server.ts'
import type { Person } from '#domain/policy.ts'
import { changePassword } from '#domain/sign-in/change-password.server.ts'
import { changeEmail, findEmailLink, resendEmailLink, applyEmailLink } from '#domain/sign-in/email-links.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { getOwnFactors } from '#domain/sign-in/queries.server.ts'
import { registerStudent } from '#domain/sign-in/register-student.server.ts'
import { requestPasswordReset } from '#domain/sign-in/request-password-reset.server.ts'
import { sendEmailLink } from '#domain/sign-in/send-email-link.server.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { findPasswordLink, setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { emailLinksPerHour } from '#kernel/limits.ts'
import type { Mail } from '#platform/mail/port.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson, newUnconfirmedStudent } from '#tests/signed-in-people.ts'
import { product } from '#tests/screen.tsx'
import { manualClock } from '#tests/sessions.ts'

const database = useDatabase()
const clock = manualClock()
const as = (actor: Parameters<typeof database.as>[0]) => database.as(actor, clock)
const system = () => as({ kind: 'system' })
const visitor = () => as({ kind: 'visitor', address: '203.0.113.9' })
const password = 'quite-a-secret'
const newAddress = () => `new-${randomUUID()}@samjhao.example`
const refused = (code: string) => expect.objectContaining({ code })

/** Runs the planned mails of this account and returns the token of the latest one to this address. */
async function tokenMailedTo(person: Person, email: string): Promise<string> {
  const links = await database
    .db()
    .selectFrom('email_links')
    .select('id')
    .where('profile_id', '=', person.id)
    .where('email', '=', email)
    .orderBy('id')
    .execute()
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  await sendEmailLink({ ...system(), mailer, product }, { linkId: links.at(-1)?.id ?? '' })
  expect(mails.map(({ to }) => to)).toEqual([email])
  return /\/confirm-email\/([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
}

const ownEmail = async (person: Person) => (await findOwnAccount(as(person)))?.email
const isConfirmed = ({ id }: Person) => isEmailConfirmed(database.db(), id)

test('a new student gets a link, which confirms the address once', async () => {
  const { person, email } = await newUnconfirmedStudent(as)
  expect(await findOwnAccount(as(person))).toMatchObject({ emailUnconfirmed: true })
  const token = await tokenMailedTo(person, email)
  expect(await findEmailLink(visitor(), token)).toEqual({ purpose: 'confirm', email })
  expect(await isConfirmed(person)).toBe(false)
  const uses = await Promise.allSettled([applyEmailLink(visitor(), token), applyEmailLink(visitor(), token)])
  expect(uses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await isConfirmed(person)).toBe(true)
  expect(await findOwnAccount(as(person))).toMatchObject({ emailUnconfirmed: false })
  await expect(applyEmailLink(visitor(), token)).rejects.toEqual(refused('link_not_valid'))
})

test('a link expires after three days', async () => {
  const { person, email } = await newUnconfirmedStudent(as)
  const token = await tokenMailedTo(person, email)
  clock.advance(72 * 3_600_000)
  expect(await findEmailLink(visitor(), token)).toBeNull()
  await expect(applyEmailLink(visitor(), token)).rejects.toEqual(refused('link_not_valid'))
  expect(await isConfirmed(person)).toBe(false)
})

test('another link can be sent a few times an hour, and not for a confirmed address', async () => {
  const { person, email } = await newUnconfirmedStudent(as)
  for (let sent = 0; sent < emailLinksPerHour; sent += 1) await resendEmailLink(as(person))
  await expect(resendEmailLink(as(person))).rejects.toEqual(refused('too_many_email_links'))
  await applyEmailLink(visitor(), await tokenMailedTo(person, email))
  clock.advance(3_600_001)
  await expect(resendEmailLink(as(person))).rejects.toEqual(refused('email_confirmed'))
  await expect(resendEmailLink(visitor())).rejects.toEqual(refused('not_signed_in'))
})

test('an unconfirmed address is corrected with the password alone, and links to the old one stop working', async () => {
  const { person, email } = await newUnconfirmedStudent(as)
  const oldToken = await tokenMailedTo(person, email)
  const { token: passwordToken } = await createPasswordLink(system(), {
    profileId: person.id,
    purpose: 'reset_password',
  })
  const corrected = newAddress()
  await expect(changeEmail(as(person), { email: corrected, password: 'wrong-one' })).rejects.toEqual(
    refused('wrong_current_password'),
  )
  expect(await ownEmail(person)).toBe(email)
  expect(await changeEmail(as(person), { email: corrected.toUpperCase(), password })).toEqual({ isChanged: true })
  expect(await ownEmail(person)).toBe(corrected)
  await expect(applyEmailLink(visitor(), oldToken)).rejects.toEqual(refused('link_not_valid'))
  expect(await findPasswordLink(visitor(), passwordToken)).toBeUndefined()
  await applyEmailLink(visitor(), await tokenMailedTo(person, corrected))
  expect(await isConfirmed(person)).toBe(true)
})

test('a confirmed address stays until the new one is confirmed; the old one is told and can take it back', async () => {
  const { person, email, token: cookie } = await newSignedInPerson(as)
  const changed = newAddress()
  expect(await changeEmail(as(person), { email: changed, password })).toEqual({ isChanged: false })
  expect([await ownEmail(person), await isConfirmed(person)]).toEqual([email, true])
  await applyEmailLink(visitor(), await tokenMailedTo(person, changed))
  expect(await ownEmail(person)).toBe(changed)
  // Nobody else can have the old address while it can be restored.
  const stranger = { email, fullName: 'A Stranger', password, accepted: true, userAgent: '' }
  await expect(registerStudent(visitor(), stranger)).rejects.toEqual(refused('email_taken'))

  const wayBack = await tokenMailedTo(person, email)
  expect(await findEmailLink(visitor(), wayBack)).toEqual({ purpose: 'restore', email })
  // A second change does not close the way back.
  const again = newAddress()
  await changeEmail(as(person), { email: again, password })
  await applyEmailLink(visitor(), await tokenMailedTo(person, again))
  expect(await applyEmailLink(visitor(), wayBack)).toEqual({ purpose: 'restore' })
  expect([await ownEmail(person), await isConfirmed(person)]).toEqual([email, true])
  expect(await findSignIn(system(), cookie)).toBeNull()
  await expect(signIn(visitor(), { email, password, userAgent: '' })).rejects.toEqual(refused('invalid_credentials'))
})

test('restoring an address removes passkeys and an authenticator that are not older than the change', async () => {
  const kept: Record<string, boolean[]> = {}
  for (const [age, confirmed_at] of Object.entries({ old: new Date('2020-01-01'), new: clock.now() })) {
    const { person, email } = await newSignedInPerson(as)
    const profile_id = person.id
    const passkey = { credential_id: randomBytes(32), public_key: Buffer.alloc(9), counter: 0, name: 'A stranger' }
    await database
      .db()
      .insertInto('passkeys')
      .values({ ...passkey, profile_id, created_at: confirmed_at })
      .execute()
    const factor = { profile_id, secret: Buffer.alloc(20), confirmed_at }
    await database.db().insertInto('second_factors').values(factor).execute()
    const changed = newAddress()
    await changeEmail(as(person), { email: changed, password })
    await applyEmailLink(visitor(), await tokenMailedTo(person, changed))
    await applyEmailLink(visitor(), await tokenMailedTo(person, email))
    const { passkeys, hasAuthenticator } = await getOwnFactors(as(person))
    kept[age] = [passkeys.length === 1, hasAuthenticator]
  }
  expect(kept).toEqual({ old: [true, true], new: [false, false] })
})

test('a new password stops a change of the address that has not been confirmed', async () => {
  for (const how of ['changed', 'set by a link'] as const) {
    const { person, email } = await newSignedInPerson(as)
    const wanted = newAddress()
    await changeEmail(as(person), { email: wanted, password })
    const token = await tokenMailedTo(person, wanted)
    if (how === 'changed') await changePassword(as(person), { current: password, next: 'another-secret' })
    else {
      const link = await createPasswordLink(system(), { profileId: person.id, purpose: 'reset_password' })
      await setPasswordByLink(visitor(), { token: link.token, next: 'another-secret' })
    }
    await expect(applyEmailLink(visitor(), token)).rejects.toEqual(refused('link_not_valid'))
    expect(await ownEmail(person)).toBe(email)
  }
})

test('a new password keeps the link that confirms the current address', async () => {
  const { person, email } = await newUnconfirmedStudent(as)
  const token = await tokenMailedTo(person, email)
  await changePassword(as(person), { current: password, next: 'another-secret' })
  await applyEmailLink(visitor(), token)
  expect(await isConfirmed(person)).toBe(true)
})

test('setting a password by link on an unconfirmed account removes its passkeys, authenticator and known browsers', async () => {
  const { person } = await newUnconfirmedStudent(as)
  const profile_id = person.id
  const passkey = { credential_id: randomBytes(32), public_key: Buffer.alloc(9), counter: 0, name: 'A stranger' }
  const [created_at, db] = [clock.now(), database.db()]
  await db
    .insertInto('passkeys')
    .values({ ...passkey, profile_id, created_at })
    .execute()
  await db
    .insertInto('second_factors')
    .values({ profile_id, secret: Buffer.alloc(20), confirmed_at: created_at })
    .execute()
  const link = await createPasswordLink(system(), { profileId: person.id, purpose: 'reset_password' })
  await setPasswordByLink(visitor(), { token: link.token, next: 'another-secret' })
  expect(await getOwnFactors(as(person))).toMatchObject({ passkeys: [], hasAuthenticator: false, recoveryCodesLeft: 0 })
  const browsers = await db
    .selectFrom('known_browsers')
    .select('token_hash')
    .where('profile_id', '=', profile_id)
    .execute()
  // Only the browser that has opened the link.
  expect(browsers).toHaveLength(1)
})

test('the address of a team member without a confirmed address changes only by the link', async () => {
  const { person, email } = await newSignedInPerson(as, 'team')
  await database.db().updateTable('profiles').set({ email_confirmed_at: null }).where('id', '=', person.id).execute()
  const changed = newAddress()
  expect(await changeEmail(as(person), { email: changed, password })).toEqual({ isChanged: false })
  expect(await ownEmail(person)).toBe(email)
  await applyEmailLink(visitor(), await tokenMailedTo(person, changed))
  const wayBack = await tokenMailedTo(person, email)
  expect(await findEmailLink(visitor(), wayBack)).toEqual({ purpose: 'restore', email })
})

test('an address of another account, the own one and one that is no address are refused and change nothing', async () => {
  const [{ person, email }, other] = [await newUnconfirmedStudent(as), await newUnconfirmedStudent(as)]
  const change = (to: string) => changeEmail(as(person), { email: to, password })
  await expect(change(other.email)).rejects.toEqual(refused('email_taken'))
  await expect(change(email)).rejects.toEqual(refused('same_email'))
  await expect(change('no address')).rejects.toEqual(refused('invalid_input'))
  expect(await ownEmail(person)).toBe(email)
  await expect(changeEmail(visitor(), { email: newAddress(), password })).rejects.toEqual(refused('not_signed_in'))
})

test('an address that somebody else registers before it is confirmed stays theirs', async () => {
  const { person, email } = await newSignedInPerson(as)
  const wanted = newAddress()
  await changeEmail(as(person), { email: wanted, password })
  const token = await tokenMailedTo(person, wanted)
  await registerStudent(visitor(), { email: wanted, fullName: 'Faster', password, accepted: true, userAgent: '' })
  await expect(applyEmailLink(visitor(), token)).rejects.toEqual(refused('email_taken'))
  expect(await ownEmail(person)).toBe(email)
})

test.each(['expert', 'team'] as const)('a %s changes the address in the same way', async (role) => {
  const { person } = await newSignedInPerson(as, role)
  const changed = newAddress()
  await changeEmail(as(person), { email: changed, password })
  await applyEmailLink(visitor(), await tokenMailedTo(person, changed))
  expect(await ownEmail(person)).toBe(changed)
})

test('setting a password by a mailed link confirms the address', async () => {
  const { person, email } = await newUnconfirmedStudent(as)
  await requestPasswordReset(visitor(), email)
  const { token } = await createPasswordLink(system(), { profileId: person.id, purpose: 'reset_password' })
  await setPasswordByLink(visitor(), { token, next: 'another-good-secret' })
  expect(await isConfirmed(person)).toBe(true)
})
