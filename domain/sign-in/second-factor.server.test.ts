import { describe, expect, test } from 'vitest'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { resealSecondFactors } from '#domain/sign-in/reseal-second-factors.server.ts'
import { getOwnFactors } from '#domain/sign-in/queries.server.ts'
import { renewRecoveryCodes } from '#domain/sign-in/recovery-codes.server.ts'
import {
  confirmSecondFactor,
  openSecret,
  removeSecondFactor,
  startSecondFactor,
} from '#domain/sign-in/second-factor.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import { codeAt } from '#domain/sign-in/totp.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import type { Clock } from '#kernel/time.ts'
import { createSealer } from '#platform/sealing/aes-gcm.ts'
import { testSealer, useDatabase } from '#tests/database.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const clockAt = (step: number): Clock => ({ now: () => new Date(step * 30_000) })

async function readCode(person: Person, step: number): Promise<string> {
  const factor = await database
    .db()
    .selectFrom('second_factors')
    .selectAll()
    .where('profile_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return codeAt(openSecret(database.as(person), factor), step)
}

test('with a second factor, the password alone is not enough', async () => {
  const meera = await newSignedInPerson(database.as, 'team')
  const as = (step: number) => database.as(meera.person, clockAt(step))
  const tryToSignIn = (step: number, code: string) =>
    signIn(database.as({ kind: 'visitor', address: `203.0.113.${step % 250}` }, clockAt(step)), {
      email: meera.email,
      password: meera.password,
      code,
      userAgent: '',
    }).then(
      () => 'in',
      (error) => error.code as string,
    )
  await startSecondFactor(as(1000), meera)
  expect(await tryToSignIn(1000, '')).toBe('in')
  await expect(confirmSecondFactor(as(1000), '000000')).rejects.toMatchObject({ code: 'wrong_code' })
  const { recoveryCodes } = await confirmSecondFactor(as(1000), await readCode(meera.person, 1000))
  expect(new Set(recoveryCodes).size).toBe(10)
  // A code has 128 random bits, so its hash needs no salt and need not be slow.
  for (const text of recoveryCodes) expect(text).toMatch(/^[a-z2-7]{26}$/)
  const notifications = await notificationsOf(database.db(), meera.person.id)
  expect(notifications.map(({ facts }) => facts)).toContainEqual({ what: 'second_factor_on' })

  expect(await tryToSignIn(1010, '')).toBe('code_needed')
  expect(await tryToSignIn(1011, '123456')).toBe('wrong_code')
  const code = await readCode(meera.person, 1012)
  expect(await tryToSignIn(1012, code)).toBe('in')
  expect(await tryToSignIn(1012, code)).toBe('wrong_code')
  const [recoveryCode = ''] = recoveryCodes
  expect(await tryToSignIn(1020, recoveryCode.toUpperCase())).toBe('in')
  expect(await tryToSignIn(1021, recoveryCode)).toBe('wrong_code')
  await expect(startSecondFactor(as(1030), meera)).rejects.toMatchObject({ code: 'second_factor_exists' })
})

test('wrong codes are counted per account, so that nobody can guess a code from many addresses', async () => {
  const meera = await newSignedInPerson(database.as, 'team')
  const as = database.as(meera.person, clockAt(1000))
  await startSecondFactor(as, meera)
  await confirmSecondFactor(as, await readCode(meera.person, 1000))
  const tryCode = (index: number, code: string, password = meera.password) =>
    signIn(database.as({ kind: 'visitor', address: `192.0.${index}.1` }, clockAt(1010)), {
      email: meera.email,
      password,
      code,
      userAgent: '',
    }).then(
      () => 'in',
      (error) => error.code as string,
    )
  for (let index = 0; index < 8; index += 1) await tryCode(index, '000000', 'a guess')
  const codes: string[] = []
  for (let index = 10; index < 20; index += 1) codes.push(await tryCode(index, '000000'))
  expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(6)
  expect(codes.at(-1)).toBe('too_many_attempts')
  expect(await tryCode(30, await readCode(meera.person, 1010))).toBe('too_many_attempts')
})

test('one code sent five times at the same time signs in once', async () => {
  const meera = await newSignedInPerson(database.as, 'team')
  await startSecondFactor(database.as(meera.person, clockAt(2000)), meera)
  await confirmSecondFactor(database.as(meera.person, clockAt(2000)), await readCode(meera.person, 2000))
  const code = await readCode(meera.person, 2010)
  const attempts = await Promise.allSettled(
    Array.from({ length: 5 }, (_, index) =>
      signIn(database.as({ kind: 'visitor', address: `198.51.100.${index}` }, clockAt(2010)), {
        email: meera.email,
        password: meera.password,
        code,
        userAgent: '',
      }),
    ),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a team member without the required second factor can only set it up, which ends other sign-ins', async () => {
  const meera = await newSignedInPerson(database.as, 'team')
  const required = { db: database.db(), clock: clockAt(3000), secondFactorRequired: true }
  const { token } = await signIn(database.as({ kind: 'visitor', address: '203.0.113.77' }, clockAt(3000)), {
    email: meera.email,
    password: meera.password,
    userAgent: '',
  })
  expect((await findSignIn(required, token))?.person.secondFactorMissing).toBe(true)
  expect((await findSignIn({ ...required, secondFactorRequired: false }, token))?.person.secondFactorMissing).toBe(
    false,
  )
  await startSecondFactor(database.as(meera.person, clockAt(3000)), meera)
  await confirmSecondFactor(database.as(meera.person, clockAt(3000)), await readCode(meera.person, 3000))
  expect((await findSignIn(required, meera.token))?.person.secondFactorMissing).toBe(false)
  // That sign-in used only the password.
  expect(await findSignIn(required, token)).toBeNull()
})

describe.each(['student', 'expert', 'team'] as const)('a %s', (role) => {
  const setUp = async () => {
    const owner = await newSignedInPerson(database.as, role)
    const as = (step: number) => database.as(owner.person, clockAt(step))
    await startSecondFactor(as(5000), owner)
    const { recoveryCodes } = await confirmSecondFactor(as(5000), await readCode(owner.person, 5000))
    const logIn = (code: string, step = 5010) =>
      signIn(database.as({ kind: 'visitor', address: '203.0.113.88' }, clockAt(step)), {
        email: owner.email,
        password: owner.password,
        code,
        userAgent: '',
      }).then(
        () => 'in',
        (error) => error.code as string,
      )
    return { ...owner, as, recoveryCodes, logIn }
  }

  test('adds a second factor, uses it or a recovery code at sign-in, and needs the password to remove it', async () => {
    const { person, password, as, recoveryCodes, logIn } = await setUp()
    expect(await getOwnFactors(as(5000))).toMatchObject({ hasAuthenticator: true, recoveryCodesLeft: 10 })
    expect(await logIn('')).toBe('code_needed')
    expect(await logIn(await readCode(person, 5010))).toBe('in')
    expect(await logIn(recoveryCodes[0] ?? '')).toBe('in')
    expect((await getOwnFactors(as(5010))).recoveryCodesLeft).toBe(9)

    await expect(removeSecondFactor(as(5020), { password: 'a guess' })).rejects.toMatchObject({
      code: 'wrong_current_password',
    })
    expect(await logIn('', 5021)).toBe('code_needed')
    await removeSecondFactor(as(5030), { password })
    expect(await logIn('', 5031)).toBe('in')
    expect(await getOwnFactors(as(5031))).toMatchObject({ hasAuthenticator: false, recoveryCodesLeft: 0 })
    await expect(removeSecondFactor(as(5040), { password })).rejects.toMatchObject({ code: 'no_second_factor' })
    const facts = (await notificationsOf(database.db(), person.id)).map((notification) => notification.facts)
    expect(facts).toContainEqual({ what: 'second_factor_on', ...(role !== 'team' && { isUndoable: true }) })
    expect(facts).toContainEqual({ what: 'second_factor_off', ...(role === 'team' && { isTeam: true }) })
  })

  test('needs the password to replace the recovery codes', async () => {
    const { password, as, recoveryCodes, logIn } = await setUp()
    await expect(renewRecoveryCodes(as(5005), { password: 'a guess' })).rejects.toMatchObject({
      code: 'wrong_current_password',
    })
    const renewed = await renewRecoveryCodes(as(5006), { password })
    expect(await logIn(recoveryCodes[0] ?? '')).toBe('wrong_code')
    expect(await logIn(renewed.recoveryCodes[0] ?? '')).toBe('in')
  })

  test('needs the password to add a second factor, so a stranger at an open browser cannot lock the owner out', async () => {
    const { person } = await newSignedInPerson(database.as, role)
    await expect(startSecondFactor(database.as(person), { password: 'a guess' })).rejects.toMatchObject({
      code: 'wrong_current_password',
    })
    await expect(renewRecoveryCodes(database.as(person), { password: 'quite-a-secret' })).rejects.toMatchObject({
      code: 'no_second_factor',
    })
  })
})

test('a sign-in that a node of an older version made with the code of an authenticator stays valid', async () => {
  const meera = await newSignedInPerson(database.as, 'team')
  const ctx = database.as(meera.person, clockAt(8000))
  await startSecondFactor(ctx, meera)
  await confirmSecondFactor(ctx, await readCode(meera.person, 8000))
  const { token } = await startSignIn(ctx, ctx.db, meera.person, { address: '', userAgent: '' })
  const found = await findSignIn({ ...ctx, secondFactorRequired: true }, token)
  expect(found?.person).toMatchObject({ id: meera.person.id, secondFactorMissing: false })
})

test('visitors and newcomers cannot manage a second factor', async () => {
  const { person } = await newSignedInPerson(database.as, 'expert')
  const newcomer: Actor = { kind: 'newcomer', id: person.id, signInId: person.signInId }
  for (const [actor, code] of [
    [{ kind: 'visitor', address: '' }, 'not_signed_in'],
    [newcomer, 'terms_needed'],
  ] as const) {
    const ctx = database.as(actor)
    await expect(startSecondFactor(ctx, { password: '' })).rejects.toMatchObject({ code })
    await expect(confirmSecondFactor(ctx, '1')).rejects.toMatchObject({ code })
    await expect(removeSecondFactor(ctx, { password: '' })).rejects.toMatchObject({ code })
    await expect(renewRecoveryCodes(ctx, { password: '' })).rejects.toMatchObject({ code })
  }
})

test('unsealed secrets work, are sealed at the next start, and are sealed again when the key changes', async () => {
  const meera = await newSignedInPerson(database.as, 'team')
  const secret = Buffer.alloc(20, 9)
  await database
    .db()
    .insertInto('second_factors')
    .values({ profile_id: meera.person.id, secret, confirmed_at: new Date() })
    .execute()
  const tryToSignIn = (step: number, sealer = testSealer) => {
    const visitor = database.as({ kind: 'visitor', address: `192.0.2.${step % 250}` }, clockAt(step))
    const { email, password } = meera
    return signIn({ ...visitor, sealer }, { email, password, code: codeAt(secret, step), userAgent: '' })
  }
  const readStored = () =>
    database
      .db()
      .selectFrom('second_factors')
      .select(['secret', 'sealed_secret'])
      .where('profile_id', '=', meera.person.id)
      .executeTakeFirstOrThrow()
  await tryToSignIn(4000)
  const system = database.as({ kind: 'system' })
  expect(await resealSecondFactors(system)).toBe(1)
  expect(await readStored()).toEqual({ secret: null, sealed_secret: expect.stringMatching(/^v1\.test\./) })
  await tryToSignIn(4010)

  const next = [
    { id: 'next', bytes: Buffer.alloc(32, 2) },
    { id: 'test', bytes: Buffer.alloc(32, 1) },
  ]
  const rotated = createSealer(next)
  expect(await resealSecondFactors({ ...system, sealer: rotated })).toBeGreaterThanOrEqual(1)
  expect(await resealSecondFactors({ ...system, sealer: rotated })).toBe(0)
  expect((await readStored()).sealed_secret).toMatch(/^v1\.next\./)
  await tryToSignIn(4020, createSealer(next.slice(0, 1)))
  await expect(resealSecondFactors(database.as(meera.person))).rejects.toMatchObject({ code: 'not_allowed' })
})
