import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { suspendAccount } from '#domain/accounts/profile-rows.server.ts'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Actor, Person, Role } from '#domain/policy.ts'
import { collectOwnData } from '#domain/privacy/own-data.server.ts'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { addPasskey, startPasskey } from '#domain/sign-in/add-passkey.server.ts'
import { deleteOldTraces } from '#domain/sign-in/delete-old-traces.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { getOwnFactors } from '#domain/sign-in/queries.server.ts'
import { dismissPasskeyOffer, removePasskey } from '#domain/sign-in/remove-passkey.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { signInWithPasskey, startPasskeySignIn } from '#domain/sign-in/sign-in-with-passkey.server.ts'
import { passkeysMax } from '#kernel/limits.ts'
import type { Clock } from '#kernel/time.ts'
import { createMemoryStorage } from '#tests/applications.ts'
import { createAuthenticator, type ResponseFaults } from '#tests/authenticator.ts'
import { useDatabase } from '#tests/database.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const site = { name: 'Samjhao', origin: 'https://samjhao.example' }
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const visitor: Actor = { kind: 'visitor', address: '203.0.113.50' }
const clockAt = (iso: string): Clock => ({ now: () => new Date(iso) })

type Account = Awaited<ReturnType<typeof newSignedInPerson>>

async function newOwner(role: Role = 'student') {
  const owner = await newSignedInPerson(database.as, role)
  const device = createAuthenticator(site.origin)
  const { recoveryCodes } = await add(owner, device)
  return { ...owner, device, recoveryCodes }
}

async function add(
  { person, password }: Account,
  device = createAuthenticator(site.origin),
  faults: ResponseFaults = {},
) {
  const options = await startPasskey(database.as(person), { password, site })
  return addPasskey(database.as(person), { response: device.create(options, faults), name: '', site, userAgent })
}

type Device = ReturnType<typeof createAuthenticator>

async function logInWith(device: Device, faults: ResponseFaults = {}, browser = '') {
  const started = await startPasskeySignIn(database.as(visitor), { site, browser })
  const response = device.use(started.options, faults)
  return signInWithPasskey(database.as(visitor), { response, site, userAgent, browser: started.browser })
}

function countSignIns(person: Person) {
  return database
    .db()
    .selectFrom('sign_ins')
    .select('id')
    .where('profile_id', '=', person.id)
    .execute()
    .then((rows) => rows.length)
}

function listSecurityFacts(person: Person) {
  return notificationsOf(database.db(), person.id).then((all) => all.map(({ facts }) => facts))
}

describe('a passkey', () => {
  test.each(['student', 'expert', 'team'] as const)('signs a %s in without a password', async (role) => {
    const { person, device } = await newOwner(role)
    const { token } = await logInWith(device)
    const found = await findSignIn(database.as({ kind: 'system' }), token)
    expect(found?.person).toMatchObject({ id: person.id, role })
    const [passkey] = (await getOwnFactors(database.as(person))).passkeys
    expect(passkey).toMatchObject({ name: 'Firefox on Linux', lastUsedAt: expect.any(Date) })
  })

  test('of a team member is required again after a sign-in on an older node without passkeys', async () => {
    const { person, token, device, email, password, recoveryCodes } = await newOwner('team')
    const system = database.as({ kind: 'system' })
    const from = { address: '', userAgent: '' }
    const { token: ofOldNode } = await startSignIn(system, system.db, person, from)
    for (const secondFactorRequired of [false, true]) {
      const find = (ofToken: string) => findSignIn({ ...system, secondFactorRequired }, ofToken)
      expect(await find(ofOldNode)).toBeNull()
      expect((await find(token))?.person).toMatchObject({ id: person.id, secondFactorMissing: false })
    }
    const [code = ''] = recoveryCodes
    const [byPasskey, byCode] = [
      await logInWith(device),
      await signIn(database.as(visitor), { email, password, code, userAgent }),
    ]
    for (const signedIn of [byPasskey, byCode]) {
      expect((await findSignIn(system, signedIn.token))?.person.id).toBe(person.id)
    }
  })

  test('of a student does not invalidate sign-ins with the password', async () => {
    const { person } = await newOwner()
    const system = database.as({ kind: 'system' })
    const { token } = await startSignIn(system, system.db, person, { address: '', userAgent: '' })
    expect((await findSignIn(system, token))?.person.id).toBe(person.id)
  })

  test('signs an expert without accepted terms in as a newcomer, like a password does', async () => {
    const { person, device } = await newOwner('expert')
    await database.db().deleteFrom('terms_acceptances').where('profile_id', '=', person.id).execute()
    const { token } = await logInWith(device)
    expect((await findSignIn(database.as({ kind: 'system' }), token))?.termsMissing).toBe(true)
  })

  test('causes a notification when it is added, and when it is used in a new browser', async () => {
    const { person, device, email, password } = await newOwner()
    expect(await listSecurityFacts(person)).toEqual([{ what: 'passkey_added', browser: 'Firefox on Linux' }])
    await signIn(database.as(visitor), { email, password, userAgent: '' })
    await logInWith(device)
    expect(await listSecurityFacts(person)).toContainEqual({ what: 'new_sign_in', browser: 'Firefox on Linux' })
  })

  test('has the name that the owner gives it', async () => {
    const { person, password } = await newSignedInPerson(database.as)
    const options = await startPasskey(database.as(person), { password, site })
    const response = createAuthenticator(site.origin).create(options)
    await addPasskey(database.as(person), { response, name: ' My\nphone ', site, userAgent })
    expect((await getOwnFactors(database.as(person))).passkeys[0]?.name).toBe('My phone')
  })

  test('requires a user check, is stored on the device, and is created only once per device', async () => {
    const owner = await newOwner()
    const options = await startPasskey(database.as(owner.person), { password: owner.password, site })
    expect(options).toMatchObject({
      rp: { id: 'samjhao.example', name: 'Samjhao' },
      user: { name: owner.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: owner.device.id }],
    })
    const { options: request } = await startPasskeySignIn(database.as(visitor), { site, browser: '' })
    expect(request).toMatchObject({ rpId: 'samjhao.example', userVerification: 'required' })
    expect(request.allowCredentials).toBeUndefined()
  })
})

describe('adding a passkey', () => {
  const refusals: [string, ResponseFaults][] = [
    ['another origin', { origin: 'https://samjhao.example.evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a device that did not check its user', { isUserVerified: false }],
    // To check a certificate, the library would download lists from addresses in the certificate.
    ['a certificate', { attestation: { fmt: 'packed', statement: [['x5c', { array: [Buffer.alloc(9)] }]] } }],
    ['an unknown attestation', { attestation: { fmt: 'android-safetynet', statement: [] } }],
  ]
  test.each(refusals)('is refused with %s', async (_what, faults) => {
    const owner = await newSignedInPerson(database.as)
    await expect(add(owner, undefined, faults)).rejects.toMatchObject({ code: 'passkey_not_accepted' })
    expect((await getOwnFactors(database.as(owner.person))).passkeys).toEqual([])
  })

  test.each([null, 'text', {}, { id: '', response: null }])('is refused with %j', async (response) => {
    const { person } = await newSignedInPerson(database.as)
    const input = { response, name: '', site, userAgent }
    await expect(addPasskey(database.as(person), input)).rejects.toMatchObject({ code: 'passkey_not_accepted' })
  })

  test('needs the password', async () => {
    const { person } = await newSignedInPerson(database.as)
    await expect(startPasskey(database.as(person), { password: 'a guess', site })).rejects.toMatchObject({
      code: 'wrong_current_password',
    })
  })

  test('is refused to a visitor and a newcomer', async () => {
    const newcomer: Actor = { kind: 'newcomer', id: (await newSignedInPerson(database.as)).person.id, signInId: '' }
    for (const [actor, code] of [
      [visitor, 'not_signed_in'],
      [newcomer, 'terms_needed'],
    ] as const) {
      const ctx = database.as(actor)
      await expect(startPasskey(ctx, { password: '', site })).rejects.toMatchObject({ code })
      await expect(addPasskey(ctx, { response: {}, name: '', site, userAgent })).rejects.toMatchObject({ code })
      await expect(removePasskey(ctx, { id: randomUUID(), password: '' })).rejects.toMatchObject({ code })
      await expect(dismissPasskeyOffer(ctx)).rejects.toMatchObject({ code })
    }
  })

  test('works once per challenge, in the sign-in that requested it, and only for a few minutes', async () => {
    const owner = await newSignedInPerson(database.as)
    const other = await newSignedInPerson(database.as)
    const device = createAuthenticator(site.origin)
    const send = (person: Person, response: unknown, clock?: Clock) =>
      addPasskey(database.as(person, clock), { response, name: '', site, userAgent })
    const start = (clock?: Clock) => startPasskey(database.as(owner.person, clock), { password: owner.password, site })

    const response = device.create(await start())
    await expect(send(other.person, response)).rejects.toMatchObject({ code: 'passkey_expired' })
    await expect(send({ ...owner.person, signInId: randomUUID() }, response)).rejects.toMatchObject({
      code: 'passkey_expired',
    })
    await send(owner.person, response)
    await expect(send(owner.person, response)).rejects.toMatchObject({ code: 'passkey_expired' })

    const late = createAuthenticator(site.origin).create(await start(clockAt('2026-01-01T10:00:00Z')))
    await expect(send(owner.person, late, clockAt('2026-01-01T10:05:00Z'))).rejects.toMatchObject({
      code: 'passkey_expired',
    })
  })

  test('is refused when another account has the passkey, and when the account already has ten', async () => {
    const { device } = await newOwner()
    const owner = await newSignedInPerson(database.as)
    await expect(add(owner, device)).rejects.toMatchObject({ code: 'passkey_exists' })
    for (let count = 0; count < passkeysMax; count += 1) await add(owner)
    await expect(add(owner)).rejects.toMatchObject({ code: 'too_many_passkeys' })
  })

  test('needs a host name, because browsers refuse IP addresses', async () => {
    const { person, password } = await newSignedInPerson(database.as)
    for (const origin of ['http://127.0.0.1:3000', 'http://[::1]:3000']) {
      const atAddress = { ...site, origin }
      await expect(startPasskey(database.as(person), { password, site: atAddress })).rejects.toMatchObject({
        code: 'passkeys_need_host_name',
      })
      await expect(startPasskeySignIn(database.as(visitor), { site: atAddress, browser: '' })).rejects.toMatchObject({
        code: 'passkeys_need_host_name',
      })
    }
  })
})

describe('signing in with a passkey', () => {
  const refusals: [string, ResponseFaults][] = [
    ['another origin', { origin: 'http://samjhao.example' }],
    ['another host', { host: 'example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a device that did not check its user', { isUserVerified: false }],
    ['a wrong signature', { isTampered: true }],
  ]
  test.each(refusals)('is refused with %s', async (_what, faults) => {
    const { person, device } = await newOwner()
    await expect(logInWith(device, faults)).rejects.toMatchObject({ code: 'passkey_not_accepted' })
    expect(await countSignIns(person)).toBe(1)
  })

  test.each(['student', 'expert', 'team'] as const)('is refused with the passkey of another %s', async (role) => {
    const owner = await newOwner(role)
    const other = await newOwner(role)
    const userHandle = Buffer.from(other.person.id.replaceAll('-', ''), 'hex').toString('base64url')
    await expect(logInWith(owner.device, { userHandle })).rejects.toMatchObject({ code: 'passkey_not_accepted' })
    // The id of one passkey with the signature of another.
    const started = await startPasskeySignIn(database.as(visitor), { site, browser: '' })
    const response = { ...owner.device.use(started.options), id: other.device.id, rawId: other.device.id }
    const input = { response, site, userAgent, browser: started.browser }
    await expect(signInWithPasskey(database.as(visitor), input)).rejects.toMatchObject({ code: 'passkey_not_accepted' })
    expect(await countSignIns(other.person)).toBe(1)
  })

  test('is refused with an unknown passkey, and with input that is not a passkey', async () => {
    await expect(logInWith(createAuthenticator(site.origin), { userHandle: 'AAAA' })).rejects.toMatchObject({
      code: 'passkey_not_accepted',
    })
    for (const response of [null, 'text', {}, { id: 'AAAA', response: {} }]) {
      await expect(
        signInWithPasskey(database.as(visitor), { response, site, userAgent, browser: 'x' }),
      ).rejects.toMatchObject({ code: 'passkey_not_accepted' })
    }
  })

  test('is refused when the counter does not increase, as with a copied passkey', async () => {
    const { person, device } = await newOwner()
    await logInWith(device, { counter: 7 })
    await expect(logInWith(device, { counter: 7 })).rejects.toMatchObject({ code: 'passkey_not_accepted' })
    await expect(logInWith(device, { counter: 0 })).rejects.toMatchObject({ code: 'passkey_not_accepted' })
    const { id } = await logInWith(device, { counter: 8 })
    expect(id).toBe(person.id)
  })

  test('works with a passkey whose counter stays at zero', async () => {
    const { person, device } = await newOwner()
    await logInWith(device, { counter: 0 })
    await logInWith(device, { counter: 0 })
    expect(await countSignIns(person)).toBe(3)
  })

  test('works once per challenge, in the browser that requested it, and only for a few minutes', async () => {
    const { device } = await newOwner()
    const send = (response: unknown, browser: string, clock?: Clock) =>
      signInWithPasskey(database.as(visitor, clock), { response, site, userAgent, browser })
    const { options, browser } = await startPasskeySignIn(database.as(visitor), { site, browser: '' })
    const response = device.use(options, { counter: 0 })
    await expect(send(response, 'another browser')).rejects.toMatchObject({ code: 'passkey_expired' })
    await expect(send(response, '')).rejects.toMatchObject({ code: 'passkey_expired' })
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => send(response, browser)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(send(response, browser)).rejects.toMatchObject({ code: 'passkey_expired' })

    const early = clockAt('2026-01-01T10:00:00Z')
    const late = await startPasskeySignIn(database.as(visitor, early), { site, browser: '' })
    await expect(send(device.use(late.options), late.browser, clockAt('2026-01-01T10:05:00Z'))).rejects.toMatchObject({
      code: 'passkey_expired',
    })
  })

  test('is refused to a suspended account, with the reason', async () => {
    const { person, device } = await newOwner()
    await suspendAccount(database.db(), { id: person.id, why: 'Rude words', now: new Date() })
    await expect(logInWith(device)).rejects.toMatchObject({
      code: 'account_suspended',
      message: expect.stringContaining('Rude words'),
    })
  })

  test('is limited per address, as other sign-ins are', async () => {
    const ctx = database.as({ kind: 'visitor', address: '2001:db8:7::1' }, clockAt('2026-01-01T10:00:00Z'))
    const codes: string[] = []
    for (let tries = 0; tries < 60; tries += 1) {
      const input = { response: {}, site, userAgent, browser: 'x' }
      codes.push(await signInWithPasskey(ctx, input).then(String, (error) => error.code))
    }
    expect(codes.at(0)).toBe('passkey_not_accepted')
    expect(codes.at(-1)).toBe('too_many_attempts')
    const starts: string[] = []
    for (let tries = 0; tries < 110; tries += 1) {
      starts.push(
        await startPasskeySignIn(ctx, { site, browser: 'x' }).then(
          () => 'started',
          (error) => error.code,
        ),
      )
    }
    expect(starts.at(0)).toBe('started')
    expect(starts.at(-1)).toBe('too_many_attempts')
  })
})

describe('passkeys as a second factor', () => {
  const required = { clock: { now: () => new Date() }, secondFactorRequired: true }

  test('let a team member sign in, whose password alone is then refused', async () => {
    const meera = await newSignedInPerson(database.as, 'team')
    const findMissing = async (token: string) =>
      (await findSignIn({ db: database.db(), ...required }, token))?.person.secondFactorMissing
    expect(await findMissing(meera.token)).toBe(true)
    const device = createAuthenticator(site.origin)
    const { recoveryCodes } = await add(meera, device)
    expect(await findMissing(meera.token)).toBe(false)

    const { email, password } = meera
    const logIn = (code: string) => signIn(database.as(visitor), { email, password, code, userAgent: '' })
    await expect(logIn('')).rejects.toMatchObject({ code: 'passkey_needed' })
    await expect(logIn('123456')).rejects.toMatchObject({ code: 'wrong_code' })
    expect(await findMissing((await logInWith(device)).token)).toBe(false)
    const [code = ''] = recoveryCodes
    expect(recoveryCodes).toHaveLength(10)
    await logIn(code)
    await expect(logIn(code)).rejects.toMatchObject({ code: 'wrong_code' })
  })

  test('end the sign-ins of a team member that were made without a second factor', async () => {
    const meera = await newSignedInPerson(database.as, 'team')
    const { token } = await signIn(database.as(visitor), { ...meera, userAgent: '' })
    await add(meera)
    expect(await findSignIn({ db: database.db(), ...required }, token)).toBeNull()
    expect(await findSignIn({ db: database.db(), ...required }, meera.token)).not.toBeNull()
  })

  test('are missing again after the last one is removed, which is written to the audit log', async () => {
    const { person, password, token } = await newOwner('team')
    const [passkey] = (await getOwnFactors(database.as(person))).passkeys
    await removePasskey(database.as(person), { id: passkey?.id ?? '', password })
    const found = await findSignIn({ db: database.db(), ...required }, token)
    expect(found?.person.secondFactorMissing).toBe(true)
    expect((await getOwnFactors(database.as(person))).recoveryCodesLeft).toBe(0)
    const lines = await database.db().selectFrom('audit_log').select('act').where('actor_id', '=', person.id).execute()
    expect(lines.map(({ act }) => act)).toEqual(['passkey added', 'passkey removed'])
  })

  test('are not required of students, who get no recovery codes', async () => {
    const { email, password, recoveryCodes } = await newOwner('student')
    expect(recoveryCodes).toEqual([])
    await signIn(database.as(visitor), { email, password, userAgent: '' })
  })
})

describe('removing a passkey', () => {
  test('requires the password, notifies the owner, and makes the passkey unusable', async () => {
    const { person, password, device } = await newOwner()
    const [passkey] = (await getOwnFactors(database.as(person))).passkeys
    const id = passkey?.id ?? ''
    await expect(removePasskey(database.as(person), { id, password: 'a guess' })).rejects.toMatchObject({
      code: 'wrong_current_password',
    })
    await removePasskey(database.as(person), { id, password })
    expect(await listSecurityFacts(person)).toContainEqual({ what: 'passkey_removed' })
    await expect(logInWith(device)).rejects.toMatchObject({ code: 'passkey_not_accepted' })
  })

  test.each(['student', 'expert', 'team'] as const)('of another account is refused to a %s', async (role) => {
    const owner = await newOwner()
    const other = await newSignedInPerson(database.as, role)
    const [passkey] = (await getOwnFactors(database.as(owner.person))).passkeys
    const remove = (id: string) => removePasskey(database.as(other.person), { id, password: other.password })
    await expect(remove(passkey?.id ?? '')).rejects.toMatchObject({ code: 'nothing_there' })
    await expect(remove('no id')).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await getOwnFactors(database.as(owner.person))).passkeys).toHaveLength(1)
  })
})

describe('the offer of passkeys', () => {
  const logIn = ({ email, password }: Account) =>
    signIn(database.as(visitor), { email, password, userAgent: '' }).then(({ isPasskeyOffered }) => isPasskeyOffered)

  test('appears once after signing in, and stays on the security page until it is dismissed', async () => {
    const asha = await newSignedInPerson(database.as)
    expect([await logIn(asha), await logIn(asha)]).toEqual([true, false])
    const ctx = database.as(asha.person)
    expect((await getOwnFactors(ctx)).isPasskeyOffered).toBe(true)
    await dismissPasskeyOffer(ctx)
    expect((await getOwnFactors(ctx)).isPasskeyOffered).toBe(false)
  })

  test('does not appear for an account with a passkey, or after it was dismissed', async () => {
    expect(await logIn(await newOwner())).toBe(false)
    const asha = await newSignedInPerson(database.as)
    await dismissPasskeyOffer(database.as(asha.person))
    expect(await logIn(asha)).toBe(false)
  })
})

test('passkeys are part of a person’s own data, without keys, and are deleted with the account', async () => {
  const { person, password, device } = await newOwner()
  const storage = createMemoryStorage()
  const data = JSON.stringify(await collectOwnData({ ...database.as(person), storage }))
  expect(data).toContain('"passkeys":[{"name":"Firefox on Linux"')
  expect(data).not.toContain(device.id)
  await deleteAccount(database.as(person), { password })
  await expect(logInWith(device)).rejects.toMatchObject({ code: 'passkey_not_accepted' })
  const rows = await database.db().selectFrom('passkeys').select('id').where('profile_id', '=', person.id).execute()
  expect(rows).toEqual([])
})

test('expired challenges are deleted', async () => {
  await startPasskeySignIn(database.as(visitor, clockAt('2020-01-01T10:00:00Z')), { site, browser: 'old' })
  await deleteOldTraces(database.as({ kind: 'system' }))
  const rows = await database
    .db()
    .selectFrom('passkey_challenges')
    .select('expires_at')
    .where('expires_at', '<', new Date('2021-01-01'))
    .execute()
  expect(rows).toEqual([])
})
