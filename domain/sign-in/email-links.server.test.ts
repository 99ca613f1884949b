import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findByEmail, isEmailConfirmed, setEmail } from '#domain/accounts/profile-rows.server.ts'
import { findOwnAccount } from '#domain/accounts/queries.server.ts'
import { createExpert } from '#domain/applications/create-expert.server.ts'
import type { Person } from '#domain/policy.ts'
import { changePassword } from '#domain/sign-in/change-password.server.ts'
import { createAccount } from '#domain/sign-in/create-account.server.ts'
import { changeEmail, findEmailLink, resendEmailLink, applyEmailLink } from '#domain/sign-in/email-links.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { getOwnFactors } from '#domain/sign-in/queries.server.ts'
import { registerStudent } from '#domain/sign-in/register-student.server.ts'
import { requestPasswordReset } from '#domain/sign-in/request-password-reset.server.ts'
import { planEmailLink, sendEmailLink } from '#domain/sign-in/send-email-link.server.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { findPasswordLink, setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
import { confirmSecondFactor, openSecret, startSecondFactor } from '#domain/sign-in/second-factor.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { codeAt } from '#domain/sign-in/totp.server.ts'
import { createTeamAccount } from '#domain/team/create-team-account.server.ts'
import { inviteTeamMember } from '#domain/team/invite-team-member.server.ts'
import { emailLinksPerHour, emailLinksPerMailboxAndHour, restoreLinkDays } from '#kernel/limits.ts'
import type { Mail } from '#platform/mail/port.ts'
import { useDatabase, waitUntilBlocked } from '#tests/database.ts'
import { getPerson, newDecider, newSignedInPerson, newUnconfirmedStudent } from '#tests/signed-in-people.ts'
import { product } from '#tests/screen.tsx'
import { manualClock } from '#tests/sessions.ts'

const database = useDatabase()
const clock = manualClock()
const as = (actor: Parameters<typeof database.as>[0]) => database.as(actor, clock)
const system = () => as({ kind: 'system' })
const visitor = () => as({ kind: 'visitor', address: '203.0.113.9' })
const password = 'quite-a-secret'
const uniqueEmail = () => `new-${randomUUID()}@samjhao.example`
const refused = (code: string) => expect.objectContaining({ code })

/** Sends the latest mail that is planned for this email address and returns the token in it. */
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

test('a new student gets a link that confirms the email address once', async () => {
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

test('another link can be sent a few times an hour, and not for a confirmed email address', async () => {
  const { person, email } = await newUnconfirmedStudent(as)
  for (let sent = 0; sent < emailLinksPerHour; sent += 1) await resendEmailLink(as(person))
  await expect(resendEmailLink(as(person))).rejects.toEqual(refused('too_many_email_links'))
  await applyEmailLink(visitor(), await tokenMailedTo(person, email))
  clock.advance(3_600_001)
  await expect(resendEmailLink(as(person))).rejects.toEqual(refused('email_confirmed'))
  await expect(resendEmailLink(visitor())).rejects.toEqual(refused('not_signed_in'))
})

test.each(['student', 'expert', 'team'] as const)(
  'many accounts of the role %s together send at most a few links an hour to one mailbox',
  async (role) => {
    const [victim, domain = ''] = uniqueEmail().split('@')
    const countLinks = async () => {
      const links = database.db().selectFrom('email_links').select('id').where('email', 'like', `${victim}%`)
      return (await links.execute()).length
    }
    for (let sent = 0; sent < emailLinksPerMailboxAndHour; sent += 1) {
      const { person } = await newSignedInPerson(as, role)
      await changeEmail(as(person), { email: `${victim}+${sent}@${domain}`, password })
    }
    const { person, email } = await newSignedInPerson(as, role)
    const change = () => changeEmail(as(person), { email: `${victim}@${domain}`, password })
    await expect(change()).rejects.toEqual(refused('too_many_email_links'))
    expect(await ownEmail(person)).toBe(email)
    expect(await countLinks()).toBe(emailLinksPerMailboxAndHour)

    // The owner of the mailbox can register, and get a link an hour later.
    const owner = { email: `${victim}@${domain}`, fullName: 'An Owner', password, accepted: true, userAgent: '' }
    const { token } = await registerStudent(visitor(), owner)
    const registered = await getPerson(as, token)
    await expect(resendEmailLink(as(registered))).rejects.toEqual(refused('too_many_email_links'))
    expect(await countLinks()).toBe(emailLinksPerMailboxAndHour)
    clock.advance(3_600_001)
    await resendEmailLink(as(registered))
    expect(await countLinks()).toBe(emailLinksPerMailboxAndHour + 1)
  },
)

test('an unconfirmed email address is corrected with the password alone, and links to the old one stop working', async () => {
  const { person, email } = await newUnconfirmedStudent(as)
  const oldToken = await tokenMailedTo(person, email)
  const { token: passwordToken } = await createPasswordLink(system(), {
    profileId: person.id,
    purpose: 'reset_password',
  })
  const corrected = uniqueEmail()
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

test('a confirmed email address stays until the new one is confirmed, and then gets a link that restores it', async () => {
  const { person, email, token: cookie } = await newSignedInPerson(as)
  const changed = uniqueEmail()
  expect(await changeEmail(as(person), { email: changed, password })).toEqual({ isChanged: false })
  expect([await ownEmail(person), await isConfirmed(person)]).toEqual([email, true])
  await applyEmailLink(visitor(), await tokenMailedTo(person, changed))
  expect(await ownEmail(person)).toBe(changed)
  // Nobody else can have the old email address while it can be restored.
  const stranger = { email, fullName: 'A Stranger', password, accepted: true, userAgent: '' }
  await expect(registerStudent(visitor(), stranger)).rejects.toEqual(refused('email_taken'))
  const { person: other } = await newSignedInPerson(as)
  await expect(changeEmail(as(other), { email, password })).rejects.toEqual(refused('email_taken'))

  const restoreToken = await tokenMailedTo(person, email)
  expect(await findEmailLink(visitor(), restoreToken)).toEqual({ purpose: 'restore', email })
  // A second change does not invalidate the restore link.
  const again = uniqueEmail()
  await changeEmail(as(person), { email: again, password })
  await applyEmailLink(visitor(), await tokenMailedTo(person, again))
  expect(await applyEmailLink(visitor(), restoreToken)).toEqual({ purpose: 'restore', role: 'student' })
  expect([await ownEmail(person), await isConfirmed(person)]).toEqual([email, true])
  expect(await findSignIn(system(), cookie)).toBeNull()
  await expect(signIn(visitor(), { email, password, userAgent: '' })).rejects.toEqual(refused('invalid_credentials'))
})

test('restoring an email address removes passkeys and an authenticator added shortly before or after the change', async () => {
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
    const changed = uniqueEmail()
    await changeEmail(as(person), { email: changed, password })
    await applyEmailLink(visitor(), await tokenMailedTo(person, changed))
    await applyEmailLink(visitor(), await tokenMailedTo(person, email))
    const { passkeys, hasAuthenticator } = await getOwnFactors(as(person))
    kept[age] = [passkeys.length === 1, hasAuthenticator]
  }
  expect(kept).toEqual({ old: [true, true], new: [false, false] })
})

test.each(['student', 'expert'] as const)(
  'the owner of the mailbox takes the account of a %s back from a thief who added an authenticator',
  async (role) => {
    const { person, email, token: cookie } = await newSignedInPerson(as, role)
    await addAuthenticator(person)
    const undoToken = await tokenMailedTo(person, email)
    // A new password alone does not remove the authenticator.
    const link = await createPasswordLink(system(), { profileId: person.id, purpose: 'reset_password' })
    await setPasswordByLink(visitor(), { token: link.token, next: 'another-secret' })
    const login = { email, password: 'another-secret', userAgent: '' }
    await expect(signIn(visitor(), login)).rejects.toEqual(refused('code_needed'))

    clock.advance(restoreLinkDays * 24 * 3_600_000 - 1)
    expect(await findEmailLink(visitor(), undoToken)).toEqual({ purpose: 'restore', email, keepsAddress: true })
    expect(await applyEmailLink(visitor(), undoToken)).toEqual({ purpose: 'restore', keepsAddress: true, role })
    expect(await getOwnFactors(as(person))).toMatchObject({ hasAuthenticator: false, recoveryCodesLeft: 0 })
    expect([await ownEmail(person), await findSignIn(system(), cookie)]).toEqual([email, null])
    await expect(signIn(visitor(), login)).rejects.toEqual(refused('invalid_credentials'))
    await expect(applyEmailLink(visitor(), undoToken)).rejects.toEqual(refused('link_not_valid'))
    const next = await createPasswordLink(system(), { profileId: person.id, purpose: 'reset_password' })
    await setPasswordByLink(visitor(), { token: next.token, next: 'a-third-secret' })
    await signIn(visitor(), { email, password: 'a-third-secret', userAgent: '' })
  },
)

test('the link also restores the email address when the thief changed it after adding the authenticator', async () => {
  const { person, email } = await newSignedInPerson(as)
  await addAuthenticator(person)
  const undoToken = await tokenMailedTo(person, email)
  const changed = uniqueEmail()
  await changeEmail(as(person), { email: changed, password })
  await applyEmailLink(visitor(), await tokenMailedTo(person, changed))
  expect(await findEmailLink(visitor(), undoToken)).toEqual({ purpose: 'restore', email })
  expect(await applyEmailLink(visitor(), undoToken)).toEqual({ purpose: 'restore', role: 'student' })
  expect(await ownEmail(person)).toBe(email)
  expect((await getOwnFactors(as(person))).hasAuthenticator).toBe(false)
})

test('no link undoes a new authenticator of a team member, or of an account with an unconfirmed email address', async () => {
  const people = [(await newSignedInPerson(as, 'team')).person, (await newUnconfirmedStudent(as)).person]
  for (const person of people) {
    await addAuthenticator(person)
    const links = database.db().selectFrom('email_links').select('purpose').where('profile_id', '=', person.id)
    expect((await links.execute()).filter(({ purpose }) => purpose === 'restore')).toEqual([])
  }
})

async function addAuthenticator(person: Person): Promise<void> {
  await startSecondFactor(as(person), { password })
  const factor = await database
    .db()
    .selectFrom('second_factors')
    .selectAll()
    .where('profile_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const step = Math.floor(clock.now().getTime() / 30_000)
  await confirmSecondFactor(as(person), codeAt(openSecret(as(person), factor), step))
}

test('a new password cancels an unconfirmed change of the email address', async () => {
  for (const change of ['changed', 'set by a link'] as const) {
    const { person, email } = await newSignedInPerson(as)
    const newEmail = uniqueEmail()
    await changeEmail(as(person), { email: newEmail, password })
    const token = await tokenMailedTo(person, newEmail)
    if (change === 'changed') await changePassword(as(person), { current: password, next: 'another-secret' })
    else {
      const link = await createPasswordLink(system(), { profileId: person.id, purpose: 'reset_password' })
      await setPasswordByLink(visitor(), { token: link.token, next: 'another-secret' })
    }
    await expect(applyEmailLink(visitor(), token)).rejects.toEqual(refused('link_not_valid'))
    expect(await ownEmail(person)).toBe(email)
  }
})

test('a new password does not cancel the link that confirms the current email address', async () => {
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
  // Only the browser that set the password is known.
  expect(browsers).toHaveLength(1)
})

test('an unconfirmed email address of a team member changes only after the new one is confirmed', async () => {
  const { person, email } = await newSignedInPerson(as, 'team')
  await database.db().updateTable('profiles').set({ email_confirmed_at: null }).where('id', '=', person.id).execute()
  const changed = uniqueEmail()
  expect(await changeEmail(as(person), { email: changed, password })).toEqual({ isChanged: false })
  expect(await ownEmail(person)).toBe(email)
  await applyEmailLink(visitor(), await tokenMailedTo(person, changed))
  const restoreToken = await tokenMailedTo(person, email)
  expect(await findEmailLink(visitor(), restoreToken)).toEqual({ purpose: 'restore', email })
})

test('an email address of another account, the current one and an invalid one are refused and change nothing', async () => {
  const [{ person, email }, other] = [await newUnconfirmedStudent(as), await newUnconfirmedStudent(as)]
  const change = (to: string) => changeEmail(as(person), { email: to, password })
  await expect(change(other.email)).rejects.toEqual(refused('email_taken'))
  await expect(change(email)).rejects.toEqual(refused('same_email'))
  await expect(change('no address')).rejects.toEqual(refused('invalid_input'))
  expect(await ownEmail(person)).toBe(email)
  await expect(changeEmail(visitor(), { email: uniqueEmail(), password })).rejects.toEqual(refused('not_signed_in'))
})

test('a new email address that another person registers before it is confirmed stays with that person', async () => {
  const { person, email } = await newSignedInPerson(as)
  const newEmail = uniqueEmail()
  await changeEmail(as(person), { email: newEmail, password })
  const token = await tokenMailedTo(person, newEmail)
  await registerStudent(visitor(), { email: newEmail, fullName: 'Faster', password, accepted: true, userAgent: '' })
  await expect(applyEmailLink(visitor(), token)).rejects.toEqual(refused('email_taken'))
  expect(await ownEmail(person)).toBe(email)
})

test('a link to an email address that was reserved meanwhile is refused', async () => {
  const { person, email } = await newSignedInPerson(as)
  const { person: other, email: formerEmail } = await newSignedInPerson(as)
  const [changed, newEmail] = [uniqueEmail(), uniqueEmail()]
  await changeEmail(as(person), { email: newEmail, password })
  const token = await tokenMailedTo(person, newEmail)
  for (const next of [newEmail, changed]) {
    await changeEmail(as(other), { email: next, password })
    await applyEmailLink(visitor(), await tokenMailedTo(other, next))
  }
  await expect(applyEmailLink(visitor(), token)).rejects.toEqual(refused('email_taken'))
  expect(await ownEmail(person)).toBe(email)
  // The owner of the reserved email addresses can have them again.
  await changeEmail(as(other), { email: formerEmail, password })
  await applyEmailLink(visitor(), await tokenMailedTo(other, formerEmail))
  expect(await ownEmail(other)).toBe(formerEmail)
})

test('a former email address is refused to everyone else, however the account is created', async () => {
  const { person, email } = await newSignedInPerson(as)
  const meera = await newDecider(as)
  const changed = uniqueEmail()
  await changeEmail(as(person), { email: changed, password })
  await applyEmailLink(visitor(), await tokenMailedTo(person, changed))
  const fullName = 'A Stranger'
  const expert = { email, fullName, phone: '+91 98450 00000', category: 'academic' } as const
  const ways: Record<string, () => Promise<unknown>> = {
    registration: () => registerStudent(visitor(), { email, fullName, password, accepted: true, userAgent: '' }),
    'the command line': () => createAccount(system(), { email, fullName, password, role: 'student' }),
    'a new expert': () => createExpert(as(meera), expert),
    'an invitation to the team': () => inviteTeamMember(as(meera), { email, fullName, teamRole: 'support' }),
    'a team account from the command line': () => createTeamAccount(system(), { email, fullName }),
  }
  for (const enter of Object.values(ways)) await expect(enter()).rejects.toEqual(refused('email_taken'))
  expect(await findByEmail(database.db(), email)).toBeUndefined()
  clock.advance(restoreLinkDays * 24 * 3_600_000)
  await ways.registration?.()
  expect(await findByEmail(database.db(), email)).toMatchObject({ role: 'student' })
})

test('registering an email address while it is being reserved is refused', async () => {
  const { person, email } = await newSignedInPerson(as)
  let registering: Promise<unknown> | undefined
  await database
    .db()
    .transaction()
    .execute(async (tx) => {
      const now = clock.now()
      await setEmail(tx, { id: person.id, email: uniqueEmail(), confirmedAt: now, now })
      await planEmailLink(tx, { profileId: person.id, email, purpose: 'restore', now })
      const stranger = { email, fullName: 'A Stranger', password, accepted: true, userAgent: '' }
      registering = registerStudent(visitor(), stranger).catch(({ code }) => code)
      await waitUntilBlocked(database.db())
    })
  expect(await registering).toBe('email_taken')
})

test.each(['expert', 'team'] as const)(
  'an account of the role %s changes its confirmed email address by a link',
  async (role) => {
    const { person } = await newSignedInPerson(as, role)
    const changed = uniqueEmail()
    await changeEmail(as(person), { email: changed, password })
    await applyEmailLink(visitor(), await tokenMailedTo(person, changed))
    expect(await ownEmail(person)).toBe(changed)
  },
)

test('setting a password by a mailed link confirms the email address', async () => {
  const { person, email } = await newUnconfirmedStudent(as)
  await requestPasswordReset(visitor(), email)
  const { token } = await createPasswordLink(system(), { profileId: person.id, purpose: 'reset_password' })
  await setPasswordByLink(visitor(), { token, next: 'another-good-secret' })
  expect(await isConfirmed(person)).toBe(true)
})
