import { describe, expect, test } from 'vitest'
import type { StoredKind, Preferences, NotificationContent } from '#domain/notifications/contract.ts'
import {
  isConfigurable,
  type Delivery,
  freshMinutesOf,
  hasDroppedBelow,
  isChannelEnabled,
  shouldRetryChannel,
  kindsFor,
  mailModeOf,
  nextDeliveryStep,
  planDeliveries,
  quietUntil,
  deliveryRules,
} from '#domain/notifications/rules.ts'
import type { Channel, DeliveryState } from '#domain/notifications/states.ts'

const defaults: Preferences = { choices: {}, quiet: null, zone: 'Asia/Kolkata' }
const online: NotificationContent = { kind: 'online', facts: { expertId: 'e' } }
const money: NotificationContent = { kind: 'money', facts: { what: 'added', amountPaise: 1 } }
const atNoon = new Date('2026-11-16T06:30:00Z')

describe('the choices of a person', () => {
  test('depend on their role', () => {
    expect(kindsFor('student')).toEqual([
      'online',
      'booking',
      'reminder',
      'low_balance',
      'money',
      'refund',
      'feedback',
      'summary',
      'security',
    ])
    expect(kindsFor('user')).toEqual(kindsFor('student'))
    expect(kindsFor('expert')).toEqual([
      'incoming_call',
      'missed_call',
      'booking',
      'reminder',
      'money',
      'withdrawal',
      'refund',
      'feedback',
      'application',
      'security',
    ])
    expect(kindsFor('team')).toEqual(['security'])
  })

  test('never include security mails or the ring of a call', () => {
    expect(isConfigurable('security', 'mail')).toBe(false)
    expect(isChannelEnabled('security', 'mail', { security: { mail: false } })).toBe(true)
    expect(isConfigurable('security', 'push')).toBe(true)
    expect(isChannelEnabled('incoming_call', 'push', { incoming_call: { push: false } })).toBe(true)
    expect(isChannelEnabled('incoming_call', 'mail', { incoming_call: { mail: true } })).toBe(false)
  })

  test('start with the defaults', () => {
    expect(isChannelEnabled('money', 'mail', {})).toBe(true)
    expect(isChannelEnabled('money', 'mail', { money: { mail: false } })).toBe(false)
    expect(isChannelEnabled('missed_call', 'mail', {})).toBe(false)
    expect(isChannelEnabled('missed_call', 'mail', { missed_call: { mail: true } })).toBe(true)
  })
})

describe('the delivery plan', () => {
  const readPlan = (kind: StoredKind, options: Partial<Parameters<typeof planDeliveries>[1]> = {}) =>
    Object.fromEntries(
      planDeliveries(kind, { choices: {}, withMail: true, ...options }).map(({ channel, state }) => [channel, state]),
    )

  test('includes every channel that its kind can use', () => {
    expect(readPlan('money')).toEqual({ page: 'planned', push: 'planned', mail: 'planned' })
    expect(readPlan('booking')).toEqual({ page: 'planned', push: 'planned' })
  })

  test('marks unwanted channels as off, and a mail that another job sends as unneeded', () => {
    const choices = { refund: { push: false } }
    expect(readPlan('refund', { choices })).toEqual({ page: 'planned', push: 'off', mail: 'planned' })
    expect(readPlan('refund', { withMail: false })).toMatchObject({ mail: 'unneeded' })
  })

  test('sends nothing for past events', () => {
    expect(readPlan('money', { isPast: true })).toEqual({
      page: 'delivered',
      push: 'unneeded',
      mail: 'unneeded',
    })
  })
})

describe('the next delivery step', () => {
  const deliveriesIn = (states: Partial<Record<Channel, DeliveryState>>): Delivery[] =>
    Object.entries(states).map(([channel, state]) => ({ channel: channel as Channel, state, tries: 0 }))
  const findStep = (
    kind: StoredKind,
    states: Partial<Record<Channel, DeliveryState>>,
    changes: Partial<Parameters<typeof nextDeliveryStep>[0]> = {},
  ) =>
    nextDeliveryStep({
      kind,
      mailMode: deliveryRules[kind].mailMode,
      createdAt: atNoon,
      readAt: null,
      deliveries: deliveriesIn(states),
      preferences: defaults,
      now: atNoon,
      ...changes,
    })
  const later = (hours: number) => new Date(atNoon.getTime() + hours * 3_600_000)

  test('is the page, then push, then mail, then nothing', () => {
    const planned = { page: 'planned', push: 'planned', mail: 'planned' } as const
    expect(findStep('money', planned)).toEqual({ do: 'deliver', channel: 'page' })
    expect(findStep('money', { ...planned, page: 'delivered' })).toEqual({ do: 'deliver', channel: 'push' })
    const untilMail = { page: 'delivered', push: 'delivered', mail: 'planned' } as const
    expect(findStep('money', untilMail)).toEqual({ do: 'deliver', channel: 'mail' })
    expect(findStep('money', { ...untilMail, mail: 'delivered' })).toEqual({ do: 'end' })
  })

  test.each(['failed', 'impossible', 'off'] as const)('is the mail when push is %s', (push) => {
    const states = { page: 'delivered', push, mail: 'planned' } as const
    expect(findStep('feedback', states)).toEqual({ do: 'deliver', channel: 'mail' })
  })

  test('skips an optional mail when push reached a browser', () => {
    const states = { page: 'delivered', push: 'delivered', mail: 'planned' } as const
    expect(findStep('feedback', states)).toMatchObject({ do: 'skip', channel: 'mail' })
    expect(findStep('withdrawal', states)).toEqual({ do: 'deliver', channel: 'mail' })
  })

  test('is the mail even after push for the alert of a question, and only without push for the alert of an expert', () => {
    const states = { page: 'delivered', push: 'delivered', mail: 'planned' } as const
    const ofQuestion: NotificationContent = { kind: 'online', facts: { expertId: 'e', requestId: 'r' } }
    const findMail = (content: NotificationContent) => findStep('online', states, { mailMode: mailModeOf(content) })
    expect(findMail(ofQuestion)).toEqual({ do: 'deliver', channel: 'mail' })
    expect(findMail(online)).toMatchObject({ do: 'skip', channel: 'mail' })
    expect([mailModeOf(money), mailModeOf(online)]).toEqual(['besides', 'instead'])
  })

  test('skips read notifications, except mails that are always sent', () => {
    const readAt = later(0)
    expect(findStep('feedback', { page: 'delivered', push: 'planned' }, { readAt })).toMatchObject({
      do: 'skip',
      channel: 'push',
    })
    expect(findStep('money', { page: 'delivered', mail: 'planned' }, { readAt })).toEqual({
      do: 'deliver',
      channel: 'mail',
    })
    // With the page switched off, the stored read time does not mean that the reader saw it.
    expect(findStep('feedback', { page: 'off', push: 'planned' }, { readAt })).toEqual({
      do: 'deliver',
      channel: 'push',
    })
  })

  test('skips notifications older than two days, but finishes started ones', () => {
    const mail = { page: 'delivered', mail: 'planned' } as const
    expect(findStep('money', mail, { now: later(48) })).toMatchObject({ do: 'skip', channel: 'mail' })
    const deliveries: Delivery[] = [{ channel: 'mail', state: 'planned', tries: 3 }]
    expect(findStep('money', {}, { now: later(90), deliveries })).toEqual({ do: 'deliver', channel: 'mail' })
  })

  test.each(['push', 'mail'] as const)('skips expired notifications by %s, even when started', (channel) => {
    const deliveries: Delivery[] = [{ channel, state: 'planned', tries: 1 }]
    const at = (hours: number) =>
      findStep('online', {}, { deliveries, now: later(hours), freshMinutes: freshMinutesOf(online) })
    expect(at(0.49)).toEqual({ do: 'deliver', channel })
    expect(at(0.5)).toEqual({ do: 'skip', channel, reason: 'It was too late to send it.' })
  })

  test('each kind expires after its own time, and a reminder when the session starts', () => {
    const reminder = (minutesBefore: number): NotificationContent => ({
      kind: 'reminder',
      facts: { bookingId: 'b', side: 'student', startsAt: '', zone: '', minutesBefore },
    })
    expect([online, reminder(15), reminder(1_440), money].map(freshMinutesOf)).toEqual([30, 15, 1_440, undefined])
  })

  describe('in quiet hours', () => {
    const preferences = { ...defaults, quiet: { fromMinute: 22 * 60, toMinute: 7 * 60 } }
    const now = new Date('2026-11-16T18:00:00Z')
    const changes = { preferences, now, createdAt: now }

    test('is the page immediately, and the rest in the morning', () => {
      expect(findStep('money', { page: 'planned' }, changes)).toEqual({ do: 'deliver', channel: 'page' })
      const morning = { do: 'wait', until: new Date('2026-11-17T01:30:00Z') }
      expect(findStep('money', { page: 'delivered', push: 'planned' }, changes)).toEqual(morning)
      expect(findStep('money', { page: 'delivered', mail: 'planned' }, changes)).toEqual(morning)
    })

    test.each(['security', 'reminder', 'online'] as const)('does not delay %s', (kind) => {
      expect(findStep(kind, { page: 'delivered', push: 'planned' }, changes)).toEqual({
        do: 'deliver',
        channel: 'push',
      })
    })
  })
})

test('push is tried three times before the mail, and the mail as long as the job is tried', () => {
  const shouldRetry = (channel: Channel, tries: number) => shouldRetryChannel({ channel, tries })
  expect([1, 2, 3].map((tries) => shouldRetry('push', tries))).toEqual([true, true, false])
  expect(shouldRetry('mail', 24)).toBe(true)
})

describe('quiet hours', () => {
  const findEnd = (at: string, from: number, to: number, zone = 'Asia/Kolkata') =>
    quietUntil({ quiet: { fromMinute: from * 60, toMinute: to * 60 }, zone }, new Date(at))?.toISOString() ?? null

  test('may cross midnight', () => {
    expect(findEnd('2026-11-16T16:29:59Z', 22, 7)).toBeNull()
    expect(findEnd('2026-11-16T16:30:00Z', 22, 7)).toBe('2026-11-17T01:30:00.000Z')
    expect(findEnd('2026-11-17T01:29:59Z', 22, 7)).toBe('2026-11-17T01:30:00.000Z')
    expect(findEnd('2026-11-17T01:30:00Z', 22, 7)).toBeNull()
    expect(findEnd('2026-11-16T08:00:00Z', 13, 15)).toBe('2026-11-16T09:30:00.000Z')
  })

  test('end at local time when clocks change in between', () => {
    // In London clocks go back at 02:00 on October 25, and forward at 01:00 on March 29.
    expect(findEnd('2026-10-24T22:00:00Z', 22, 7, 'Europe/London')).toBe('2026-10-25T07:00:00.000Z')
    expect(findEnd('2026-03-28T23:00:00Z', 22, 7, 'Europe/London')).toBe('2026-03-29T06:00:00.000Z')
  })

  test('that end in the skipped hour end after it', () => {
    // In New York clocks go forward at 02:00 on March 14.
    const newYork = (at: string, from: number, to: number) => findEnd(at, from, to, 'America/New_York')
    expect(newYork('2027-03-14T03:00:00Z', 22, 2)).toBe('2027-03-14T07:00:00.000Z')
    expect(newYork('2027-03-14T06:30:00Z', 22, 2)).toBe('2027-03-14T07:00:00.000Z')
    expect(newYork('2027-03-14T06:30:00Z', 22, 2.5)).toBe('2027-03-14T07:30:00.000Z')
    expect(newYork('2027-03-14T06:50:00Z', 1.75, 2.25)).toBe('2027-03-14T07:15:00.000Z')
    expect(newYork('2027-03-14T07:00:00Z', 22, 2)).toBeNull()
  })

  test('are off by default', () => {
    expect(quietUntil(defaults, atNoon)).toBeNull()
  })
})

test('a balance drops below the threshold only in the step that crosses it', () => {
  const hasDropped = (before: number, after: number) => hasDroppedBelow({ before, after, threshold: 50 })
  expect(hasDropped(100, 40)).toBe(true)
  expect(hasDropped(50, 49)).toBe(true)
  expect(hasDropped(100, 50)).toBe(false)
  expect(hasDropped(40, 10)).toBe(false)
})
