import { describe, expect, test } from 'vitest'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { registerStudent } from '#domain/sign-in/register-student.server.ts'
import { requestPasswordReset } from '#domain/sign-in/request-password-reset.server.ts'
import { setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
import { signIn } from '#domain/sign-in/sign-in.server.ts'
import type { Role } from '#domain/policy.ts'
import type { Clock } from '#kernel/time.ts'
import { useDatabase } from '#tests/database.ts'
import { notificationsOf } from '#tests/notifications.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const clockAt = (iso: string): Clock => ({ now: () => new Date(iso) })
const now = clockAt('2026-01-01T10:00:00Z')
const visitorFrom = (address: string, clock = now) => database.as({ kind: 'visitor', address }, clock)
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error) => error.code as string,
  )

type Attempt = { email: string; password?: string; address?: string; browser?: string; clock?: Clock }

function attempt({ email, password = 'a guess', address = '198.51.100.1', browser = '', clock = now }: Attempt) {
  return codeOf(signIn(visitorFrom(address, clock), { email, password, browser, userAgent: '' }))
}

async function attack(email: string, address = '198.51.100.1', tries = 10) {
  const codes: string[] = []
  for (let count = 0; count < tries; count += 1) codes.push(await attempt({ email, address }))
  return codes
}

/** Inserts the count of earlier attempts, because making hundreds of them would take too long. */
async function insertAttempts(key: string, failures: number): Promise<void> {
  const at = now.now()
  await database
    .db()
    .insertInto('sign_in_throttles')
    .values({ key, failures, last_failed_at: at, blocked_until: at })
    .execute()
}

describe.each<Role>(['student', 'expert', 'team'])('an attacker who guesses the password of a person (%s)', (role) => {
  test('is blocked, while the owner can sign in from a known browser and from another address', async () => {
    const { email, password } = await newSignedInPerson(database.as, role)
    const first = await signIn(visitorFrom('203.0.113.1'), { email, password, userAgent: '' })
    expect((await attack(email)).at(-1)).toBe('too_many_attempts')
    expect(await attempt({ email, password })).toBe('too_many_attempts')
    expect(await attempt({ email, password, browser: first.browser })).toBe('in')
    expect(await attempt({ email, password, address: '203.0.113.2' })).toBe('in')
  })
})

describe('a known browser', () => {
  test('has its own counter, which blocks only this browser', async () => {
    const { email, password } = await newSignedInPerson(database.as)
    const [stolen, own] = [
      await signIn(visitorFrom('203.0.113.1'), { email, password, userAgent: '' }),
      await signIn(visitorFrom('203.0.113.1'), { email, password, userAgent: '' }),
    ]
    for (let tries = 0; tries < 6; tries += 1) await attempt({ email, browser: stolen.browser })
    expect(await attempt({ email, password, browser: stolen.browser })).toBe('too_many_attempts')
    expect(await attempt({ email, password, browser: own.browser })).toBe('in')
    expect(await attempt({ email, password })).toBe('in')
  })

  test('of another account counts as unknown, and so does an invented one', async () => {
    const [asha, sly] = [await newSignedInPerson(database.as), await newSignedInPerson(database.as)]
    const { browser } = await signIn(visitorFrom('203.0.113.1'), { ...sly, userAgent: '' })
    await attack(asha.email)
    expect(await attempt({ email: asha.email, password: asha.password, browser })).toBe('too_many_attempts')
    expect(await attempt({ email: asha.email, password: asha.password, browser: 'invented' })).toBe('too_many_attempts')
  })

  test('is not blocked by attempts of others from the same address', async () => {
    const { email, password } = await newSignedInPerson(database.as)
    const address = '203.0.113.77'
    const { browser } = await signIn(visitorFrom(address), { email, password, userAgent: '' })
    await insertAttempts(`address ${address}`, 1_000)
    await attempt({ email: 'nobody@samjhao.example', address })
    expect(await attempt({ email, password, address })).toBe('too_many_attempts')
    expect(await attempt({ email, password, address, browser })).toBe('in')
  })
})

describe('a reset link', () => {
  const resetBy = async (profileId: Parameters<typeof createPasswordLink>[1]['profileId']) => {
    const link = { profileId, purpose: 'reset_password' } as const
    const { token } = await createPasswordLink(database.as({ kind: 'system' }, now), link)
    return setPasswordByLink(visitorFrom('198.51.100.1'), { token, next: 'brand-new-secret' })
  }

  test('clears the block, even at the address of the attacker', async () => {
    const { email, person } = await newSignedInPerson(database.as)
    await attack(email)
    await resetBy(person.id)
    expect(await attempt({ email, password: 'brand-new-secret' })).toBe('in')
  })

  test('makes its browser known, so that a new attack does not block the owner', async () => {
    const { email, person } = await newSignedInPerson(database.as)
    const { browser } = await resetBy(person.id)
    await attack(email)
    expect(await attempt({ email, password: 'brand-new-secret', browser })).toBe('in')
  })
})

describe('many addresses', () => {
  test('share the attempts of their /24 or /48', async () => {
    const { email } = await newSignedInPerson(database.as)
    for (const toAddress of [
      (index: number) => `198.51.100.${index}`,
      (index: number) => `2001:db8:7:${index.toString(16)}::1`,
    ]) {
      const codes = await Promise.all(
        Array.from({ length: 60 }, (_, index) => attempt({ email, address: toAddress(index) })),
      )
      expect(codes.filter((code) => code === 'invalid_credentials').length).toBeLessThanOrEqual(21)
    }
  })

  test('of one /64 count as one', async () => {
    const { email } = await newSignedInPerson(database.as)
    const codes: string[] = []
    for (let tries = 0; tries < 10; tries += 1) {
      codes.push(await attempt({ email, address: `2001:db8:8:1::${tries}` }))
    }
    expect(codes.filter((code) => code === 'invalid_credentials').length).toBeLessThanOrEqual(6)
  })

  test('that attack one account get fewer attempts each, while the owner can sign in from another address', async () => {
    const { email, password } = await newSignedInPerson(database.as)
    await insertAttempts(`guesses of ${email}`, 1_000)
    const codes = await attack(email, '192.0.2.1', 4)
    expect(codes).toEqual(['invalid_credentials', 'invalid_credentials', 'too_many_attempts', 'too_many_attempts'])
    expect(await attempt({ email, password, address: '203.0.113.2' })).toBe('in')
  })
})

describe('the owner', () => {
  const noticesOf = async (id: Parameters<typeof notificationsOf>[1]) =>
    (await notificationsOf(database.db(), id)).filter(({ facts }) => (facts as { what?: string }).what === 'guesses')

  test('is notified by mail, once', async () => {
    const { email, person } = await newSignedInPerson(database.as)
    for (const address of ['198.51.100.1', '192.0.2.1', '203.0.113.1']) await attack(email, address, 5)
    expect(await noticesOf(person.id)).toHaveLength(1)
    const later = clockAt('2026-01-01T13:00:00Z')
    for (let tries = 0; tries < 12; tries += 1) {
      await attempt({ email, address: `2001:db8:${tries}::1`, clock: later })
    }
    expect(await noticesOf(person.id)).toHaveLength(1)
    const channels = await database
      .db()
      .selectFrom('notification_deliveries')
      .innerJoin('notifications', 'notifications.id', 'notification_deliveries.notification_id')
      .select(['channel', 'state'])
      .where('account_id', '=', person.id)
      .where('channel', '=', 'mail')
      .execute()
    expect(channels).toEqual([{ channel: 'mail', state: 'planned' }])
  })

  test('is also notified when the guesses come without a pause', async () => {
    const { email, person } = await newSignedInPerson(database.as)
    expect((await attack(email, '198.51.100.1', 30)).at(-1)).toBe('too_many_attempts')
    await attempt({ email, clock: clockAt('2026-01-01T10:20:00Z') })
    expect(await noticesOf(person.id)).toHaveLength(1)
  })

  test('is not notified of a few wrong passwords', async () => {
    const { email, person } = await newSignedInPerson(database.as)
    await attack(email, '198.51.100.1', 3)
    expect(await noticesOf(person.id)).toEqual([])
  })
})

describe('limits of an address', () => {
  const register = (address: string, email = `new-${crypto.randomUUID()}@samjhao.example`) =>
    codeOf(
      registerStudent(visitorFrom(address), {
        email,
        fullName: 'New Student',
        password: 'asha-learns',
        accepted: true,
        userAgent: '',
      }),
    )

  test('count a /64 as one for registration and for reset mails', async () => {
    await insertAttempts('registration 2001:db8:9:1::/64', 21)
    await insertAttempts('reset from 2001:db8:9:1::/64', 21)
    expect(await register('2001:db8:9:1::a')).toBe('in')
    expect(await register('2001:db8:9:1::b')).toBe('too_many_attempts')
    const ask = (address: string) => codeOf(requestPasswordReset(visitorFrom(address), 'nobody@samjhao.example'))
    expect(await ask('2001:db8:9:1::a')).toBe('in')
    expect(await ask('2001:db8:9:1::b')).toBe('too_many_attempts')
    expect(await register('2001:db8:9:2::a')).toBe('in')
  })

  test('count registrations with known email addresses, so that nobody can find out many of them', async () => {
    const [one, another] = [
      await newSignedInPerson(database.as, 'student'),
      await newSignedInPerson(database.as, 'expert'),
    ]
    const answers: string[] = []
    while (!answers.includes('too_many_attempts') && answers.length < 30)
      answers.push(await register('2001:db8:9:3::a', one.email))
    expect(answers).toEqual([...Array.from({ length: 21 }, () => 'email_taken'), 'too_many_attempts'])
    // After that, known and unknown email addresses get the same answer, from the whole /64.
    expect(await register('2001:db8:9:3::b', another.email)).toBe('too_many_attempts')
    expect(await register('2001:db8:9:3::b')).toBe('too_many_attempts')
    expect(await register('2001:db8:9:4::a', another.email)).toBe('email_taken')
  })

  test('allow a hostel behind one IPv4 address to register, and block a flood for at most half a minute', async () => {
    await insertAttempts('registration 203.0.113.200', 60)
    expect(await register('203.0.113.200')).toBe('in')
    expect(await register('203.0.113.200')).toBe('in')
    await insertAttempts('registration 203.0.113.201', 5_000)
    expect(await register('203.0.113.201')).toBe('in')
    expect(await register('203.0.113.201')).toBe('too_many_attempts')
    const { blocked_until } = await database
      .db()
      .selectFrom('sign_in_throttles')
      .select('blocked_until')
      .where('key', '=', 'registration 203.0.113.201')
      .executeTakeFirstOrThrow()
    expect(Number(blocked_until) - now.now().getTime()).toBe(30_000)
  })

  test('block a flood from the /64s of one /48', async () => {
    await insertAttempts('registration 2001:db8:a::/48', 5_000)
    expect(await register('2001:db8:a:1::1')).toBe('in')
    expect(await register('2001:db8:a:2::1')).toBe('too_many_attempts')
  })
})
