import { describe, expect, test } from 'vitest'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import type { Clock } from '#kernel/time.ts'
import { useDatabase } from '#tests/database.ts'
import { signInAs, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const visitorFrom = (address: string, clock?: Clock) => database.as({ kind: 'visitor', address }, clock)
const clockAt = (iso: string): Clock => ({ now: () => new Date(iso) })

describe('signing in', () => {
  test('returns a token for the person, stored only as a hash', async () => {
    const { email, password } = await newSignedInPerson(database.as, 'team')
    await database.db().deleteFrom('sign_ins').execute()
    const { token, person } = await signInAs(database.as, email, password)
    expect(person).toMatchObject({ kind: 'person', role: 'team', approval: null })
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await database.db().selectFrom('sign_ins').selectAll().where('profile_id', '=', person.id).execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.token_hash.equals(Buffer.from(token))).toBe(false)
  })

  test('shows an expert without approval as pending', async () => {
    const { person } = await newSignedInPerson(database.as, 'expert')
    expect(person.approval).toBe('pending')
  })

  test('returns a new token each time', async () => {
    const { email, password, token } = await newSignedInPerson(database.as)
    expect((await signInAs(database.as, email, password)).token).not.toBe(token)
  })

  test('again in a signed-in browser records the network address and counts the attempt', async () => {
    const { person } = await newSignedInPerson(database.as)
    const { email, password } = await newSignedInPerson(database.as)
    const address = '203.0.113.44'
    const newcomer = { kind: 'newcomer', id: person.id, signInId: person.signInId, address } as const
    for (const actor of [{ ...person, address }, newcomer]) {
      const { token } = await signIn(database.as(actor), { email, password, userAgent: 'a second tab' })
      const { signInId = '', id } = (await findSignIn(database.as({ kind: 'system' }), token))?.person ?? person
      const row = await database.db().selectFrom('sign_ins').select('address').where('id', '=', signInId).execute()
      expect(row).toEqual([{ address }])
      const seen = database.db().selectFrom('known_browsers').select('address').where('profile_id', '=', id)
      expect(new Set((await seen.execute()).map((browser) => browser.address))).toEqual(new Set([address]))
      const guess = { email: 'nobody@samjhao.example', password: 'a guess', userAgent: '' }
      await expect(signIn(database.as(actor), guess)).rejects.toMatchObject({ code: 'invalid_credentials' })
    }
    const counts = await database.db().selectFrom('sign_in_throttles').select('key').execute()
    expect(counts.map(({ key }) => key)).toContain(`address ${address}`)
    expect(counts.map(({ key }) => key)).not.toContain('address ')
  })

  test('gives the same response for a wrong password and an unknown email address', async () => {
    const { email } = await newSignedInPerson(database.as)
    for (const attempt of [
      { email, password: 'something else' },
      { email: 'nobody@samjhao.example', password: 'something else' },
      { email: 'no email address', password: 'x' },
    ]) {
      await expect(signIn(visitorFrom('203.0.113.9'), { ...attempt, userAgent: '' })).rejects.toMatchObject({
        code: 'invalid_credentials',
        message: 'Invalid email or password. Please try again.',
      })
    }
  })
})

describe('guessing passwords', () => {
  const now = clockAt('2026-01-01T10:00:00Z')
  const attempt = (email: string, password: string, address: string, clock = now) =>
    signIn(visitorFrom(address, clock), { email, password, userAgent: '' }).then(
      () => 'in',
      (error) => error.code as string,
    )

  test('only a few of a hundred concurrent attempts from a hundred addresses of one network are checked', async () => {
    const { email } = await newSignedInPerson(database.as)
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => attempt(email, 'a guess', `198.51.100.${index}`)),
    )
    expect(results.filter((code) => code === 'invalid_credentials').length).toBeLessThanOrEqual(21)
    expect(results.filter((code) => code === 'too_many_attempts').length).toBeGreaterThanOrEqual(79)
  })

  test('sign-ins in quick succession succeed, even if the clocks of our nodes differ slightly', async () => {
    const { email, password } = await newSignedInPerson(database.as)
    const clocks = [
      clockAt('2026-01-01T10:00:00.005Z'),
      clockAt('2026-01-01T10:00:00.003Z'),
      clockAt('2026-01-01T10:00:00.001Z'),
    ]
    const results: string[] = []
    for (const clock of clocks) results.push(await attempt(email, password, '203.0.113.60', clock))
    expect(await attempt(email, 'a guess', '203.0.113.60', clocks[0])).toBe('invalid_credentials')
    expect(await attempt(email, password, '203.0.113.60', clocks[2])).toBe('in')
    expect(results).toEqual(['in', 'in', 'in'])
  })

  test('the delay grows, applies even to the right password, and ends', async () => {
    const { email, password } = await newSignedInPerson(database.as)
    for (let tries = 0; tries < 6; tries += 1) await attempt(email, 'a guess', '203.0.113.20')
    expect(await attempt(email, password, '203.0.113.20')).toBe('too_many_attempts')
    expect(await attempt(email, password, '203.0.113.20', clockAt('2026-01-01T10:00:02Z'))).toBe('in')
    expect(await attempt(email, 'a guess', '203.0.113.20', clockAt('2026-01-01T10:00:03Z'))).toBe('invalid_credentials')
  })

  test('one customer’s addresses cannot try many accounts', async () => {
    const results: string[] = []
    for (let tries = 0; tries < 60; tries += 1) {
      results.push(await attempt(`person${tries}@elsewhere.example`, 'a guess', `2001:db8:30::${tries}`))
    }
    expect(results.at(-1)).toBe('too_many_attempts')
    expect(results[0]).toBe('invalid_credentials')
  })
})

describe('a sign-in', () => {
  test('lasts thirty days and is renewed by use', async () => {
    const start = clockAt('2026-03-01T00:00:00Z')
    const { email, password } = await newSignedInPerson(database.as)
    const { token } = await signIn(visitorFrom('203.0.113.40', start), { email, password, userAgent: '' })
    const findOn = (iso: string) => findSignIn({ db: database.db(), clock: clockAt(iso) }, token)
    expect(await findOn('2026-03-01T00:30:00Z')).toMatchObject({ renewed: false })
    expect(await findOn('2026-03-30T00:00:00Z')).toMatchObject({ renewed: true })
    expect(await findOn('2026-04-28T00:00:00Z')).toMatchObject({ renewed: true })
    expect(await findOn('2026-05-29T00:00:00Z')).toBeNull()
  })

  test.each(['student', 'expert'] as const)(
    'of a %s keeps the address from which it was last renewed',
    async (role) => {
      const start = clockAt('2026-03-01T00:00:00Z')
      const { email, password } = await newSignedInPerson(database.as, role)
      const login = { email, password, userAgent: 'Firefox' }
      const { id, token, browser } = await signIn(visitorFrom('203.0.113.41', start), login)
      const use = (iso: string, origin: { address: string; browser: string }) =>
        findSignIn({ db: database.db(), clock: clockAt(iso) }, token, origin)
      const addresses = async () => {
        const of = (table: 'sign_ins' | 'known_browsers') =>
          database.db().selectFrom(table).select('address').where('profile_id', '=', id)
        const signIns = await of('sign_ins').where('user_agent', '=', 'Firefox').execute()
        return [...signIns, ...(await of('known_browsers').execute())].map(({ address }) => address)
      }
      await use('2026-03-01T00:30:00Z', { address: '198.51.100.1', browser })
      expect(await addresses()).toEqual(['203.0.113.41', '203.0.113.41'])
      await use('2026-03-20T00:00:00Z', { address: '198.51.100.2', browser })
      expect(await addresses()).toEqual(['198.51.100.2', '198.51.100.2'])
      await use('2026-03-21T00:00:00Z', { address: '', browser: '' })
      expect(await addresses()).toEqual(['198.51.100.2', '198.51.100.2'])
      await use('2026-03-22T00:00:00Z', { address: '198.51.100.3', browser: 'another' })
      expect(await addresses()).toEqual(['198.51.100.3', '198.51.100.2'])
    },
  )

  test('with an invented token does not exist', async () => {
    expect(await findSignIn({ db: database.db(), clock: clockAt('2026-01-01T00:00:00Z') }, 'x'.repeat(43))).toBeNull()
    expect(await findSignIn({ db: database.db(), clock: clockAt('2026-01-01T00:00:00Z') }, '')).toBeNull()
  })
})
