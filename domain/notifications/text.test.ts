import { describe, expect, test } from 'vitest'
import type { NotificationContent } from '#domain/notifications/contract.ts'
import { notificationKinds } from '#domain/notifications/states.ts'
import { kindNames, notificationText } from '#domain/notifications/text.ts'

const sessionId = '0199c0de-0000-7000-8000-000000000001'
const bookingId = '0199c0de-0000-7000-8000-000000000002'
const startsAt = '2026-11-20T12:30:00Z'
const zone = 'Asia/Kolkata'

const examples: [NotificationContent, string, string][] = [
  [{ kind: 'missed_call', facts: { sessionId } }, 'You missed a call from Asha', `/expert/sessions/${sessionId}`],
  [{ kind: 'online', facts: { expertId: sessionId } }, 'Asha is online now', `/expert/details/${sessionId}`],
  [
    { kind: 'online', facts: { expertId: sessionId, requestId: bookingId } },
    'Asha is online now',
    `/expert/details/${sessionId}?question=${bookingId}`,
  ],
  [
    { kind: 'booking', facts: { what: 'made', bookingId, side: 'student', startsAt, zone } },
    'Booked: a session with Asha',
    `/user/bookings/${bookingId}`,
  ],
  [
    { kind: 'booking', facts: { what: 'changed', bookingId, side: 'expert', startsAt, zone } },
    'Your session with Asha has a new time',
    `/expert/bookings/${bookingId}`,
  ],
  [
    { kind: 'booking', facts: { what: 'called_off', bookingId, side: 'student', startsAt, zone } },
    'Your session with Asha is cancelled',
    `/user/bookings/${bookingId}`,
  ],
  [
    { kind: 'booking', facts: { what: 'missed', bookingId, side: 'student', startsAt, zone } },
    'Your session with Asha did not take place',
    `/user/bookings/${bookingId}`,
  ],
  [
    { kind: 'reminder', facts: { bookingId, side: 'student', startsAt, zone, minutesBefore: 15 } },
    'Your session with Asha begins in 15 minutes',
    `/user/bookings/${bookingId}`,
  ],
  [
    { kind: 'reminder', facts: { bookingId, side: 'expert', startsAt, zone, minutesBefore: 1_440 } },
    'Coming up: your session with Asha',
    `/expert/bookings/${bookingId}`,
  ],
  [{ kind: 'low_balance', facts: { leftPaise: 40_00 } }, 'Your wallet is down to ₹40', '/user/wallet'],
  [
    { kind: 'money', facts: { what: 'added', amountPaise: 1_00_000_00 } },
    '₹1,00,000 added to your wallet',
    '/user/wallet',
  ],
  [
    { kind: 'money', facts: { what: 'sent_back', amountPaise: 12_50 } },
    '₹12.50 is on its way back to you',
    '/user/wallet',
  ],
  [{ kind: 'money', facts: { what: 'arrived', amountPaise: 50_00 } }, '₹50 has been sent back to you', '/user/wallet'],
  [{ kind: 'money', facts: { what: 'returned', amountPaise: 50_00 } }, '₹50 could not be sent back', '/user/wallet'],
  [
    { kind: 'money', facts: { what: 'corrected_up', amountPaise: 250_50, side: 'student' } },
    'Our team added ₹250.50 to your wallet',
    '/user/wallet',
  ],
  [
    { kind: 'money', facts: { what: 'corrected_down', amountPaise: 90_00, side: 'expert' } },
    'Our team deducted ₹90 from your wallet',
    '/expert/wallet',
  ],
  [
    { kind: 'withdrawal', facts: { what: 'approved', amountPaise: 500_00 } },
    'Your withdrawal of ₹500 is approved',
    '/expert/wallet',
  ],
  [
    { kind: 'withdrawal', facts: { what: 'rejected', amountPaise: 500_00, reason: 'No such bank' } },
    'Your withdrawal of ₹500 is rejected',
    '/expert/wallet',
  ],
  [
    { kind: 'withdrawal', facts: { what: 'processed', amountPaise: 500_00 } },
    'Your withdrawal of ₹500 is paid',
    '/expert/wallet',
  ],
  [
    { kind: 'withdrawal', facts: { what: 'came_back', amountPaise: 500_00 } },
    'Your bank sent ₹500 back',
    '/expert/wallet',
  ],
  [
    { kind: 'refund', facts: { what: 'granted', sessionId, amountPaise: 70_00 } },
    '₹70 refunded to your wallet',
    `/user/sessions/${sessionId}`,
  ],
  [
    { kind: 'refund', facts: { what: 'refused', sessionId, amountPaise: 0 } },
    'Your refund request was refused',
    `/user/sessions/${sessionId}`,
  ],
  [
    { kind: 'refund', facts: { what: 'taken', sessionId, amountPaise: 70_00 } },
    'A session was refunded to Asha',
    `/expert/sessions/${sessionId}`,
  ],
  [
    { kind: 'feedback', facts: { what: 'feedback', sessionId } },
    'Asha left you feedback',
    `/user/sessions/${sessionId}`,
  ],
  [
    { kind: 'feedback', facts: { what: 'review', sessionId, stars: 1 } },
    'Asha gave you 1 star',
    `/expert/sessions/${sessionId}`,
  ],
  [
    { kind: 'feedback', facts: { what: 'answer', sessionId } },
    'Asha answered your review',
    `/user/sessions/${sessionId}`,
  ],
  [
    { kind: 'summary', facts: { sessionId } },
    'Asha wrote a summary of your session',
    `/user/sessions/${sessionId}#summary`,
  ],
  [
    { kind: 'summary', facts: { sessionId, suggestsBooking: true } },
    'Asha wrote a summary of your session',
    `/user/sessions/${sessionId}#follow-up`,
  ],
  [{ kind: 'application', facts: { what: 'accepted' } }, 'Your application is accepted', '/expert/profile'],
  [
    { kind: 'application', facts: { what: 'verified', check: 'phone' } },
    'Your phone number is verified',
    '/expert/profile',
  ],
  [{ kind: 'application', facts: { what: 'approved' } }, 'Your expert account is approved', '/expert/profile'],
  [
    { kind: 'application', facts: { what: 'suspended', reason: 'Rude words' } },
    'Your expert account is suspended',
    '/expert/profile',
  ],
  [
    { kind: 'security', facts: { what: 'new_sign_in', browser: 'Firefox on Windows' } },
    'A new login to your account',
    '/user/security',
  ],
  [{ kind: 'security', facts: { what: 'guesses' } }, 'Someone tried to log in to your account', '/user/security'],
  [{ kind: 'security', facts: { what: 'password_changed' } }, 'Your password was changed', '/user/security'],
  [
    { kind: 'security', facts: { what: 'second_factor_on' } },
    'A second factor now protects your account',
    '/user/security',
  ],
  [
    { kind: 'security', facts: { what: 'second_factor_on', isUndoable: true } },
    'A second factor now protects your account',
    '/user/security',
  ],
  [
    { kind: 'security', facts: { what: 'second_factor_off' } },
    'The authenticator was removed from your account',
    '/user/security',
  ],
  [
    { kind: 'security', facts: { what: 'second_factor_off', byTeam: true } },
    'Our team removed the second factor of your account',
    '/user/security',
  ],
  [
    { kind: 'security', facts: { what: 'passkey_added', browser: 'Firefox on Windows' } },
    'A passkey was added to your account',
    '/user/security',
  ],
  [
    { kind: 'security', facts: { what: 'passkey_removed' } },
    'A passkey was removed from your account',
    '/user/security',
  ],
  [{ kind: 'security', facts: { what: 'recovery_codes' } }, 'Your account has new recovery codes', '/user/security'],
  [
    { kind: 'security', facts: { what: 'team_changed', change: 'invited', teamRole: 'finance' } },
    'The members of the team were changed',
    '/team/audit',
  ],
  [
    { kind: 'security', facts: { what: 'team_changed', change: 'payout_limit', amountPaise: 5_000_00 } },
    'The payout limit was changed',
    '/team/audit',
  ],
]

test('the text about a change of the team says who did what', () => {
  const read = (facts: object, name: string | null = 'Meera Iyer') =>
    notificationText({ kind: 'security', facts: { what: 'team_changed', ...facts } }, { name }).body
  expect(read({ change: 'invited', teamRole: 'finance' })).toBe(
    'Meera Iyer invited a new member with the role finance. If this surprises you, check the audit log now.',
  )
  expect(read({ change: 'role', teamRole: 'administrator' }, null)).toContain(
    'Someone gave a member the role administrator.',
  )
  expect(read({ change: 'ended', teamRole: 'finance' })).toContain('ended the membership of a member')
  expect(read({ change: 'restored', teamRole: 'finance' })).toContain('restored a member')
  expect(read({ change: 'payout_limit', amountPaise: 10_000_00 })).toContain('must pay out to ₹10,000.')
  expect(read({})).toContain('changed the team.')
})

test('a team member never reads that the password is enough', () => {
  const read = (facts: object) =>
    notificationText({ kind: 'security', facts: { what: 'second_factor_off', ...facts } }, { name: null }).body
  expect(read({})).toContain('Your password is enough to log in again.')
  expect(read({ isTeam: true })).toContain('Team pages need a second factor')
  expect(read({ byTeam: true })).toContain('set up a new second factor on the Security page')
  expect(read({ byTeam: true, isTeam: true })).toContain('team pages need it')
  for (const facts of [{ isTeam: true }, { byTeam: true, isTeam: true }]) {
    expect(read(facts)).not.toContain('is enough')
  }
})

test.each(examples)('%o reads "%s" and links to %s', (content, title, href) => {
  const text = notificationText(content, { name: 'Asha' })
  expect(text).toMatchObject({ title, href })
  // A lock screen shows two lines.
  expect(text.title.length).toBeLessThanOrEqual(60)
  expect(text.body).toMatch(/[.]$/)
  expect(text.action).not.toBe('')
})

test('every kind has a name on the preferences page, and an example above', () => {
  expect(Object.keys(kindNames)).toEqual([...notificationKinds])
  const kindsWithExample = new Set(examples.map(([{ kind }]) => kind))
  expect(notificationKinds.filter((kind) => kind !== 'incoming_call' && !kindsWithExample.has(kind))).toEqual([])
})

test.each([
  { kind: 'security', facts: { what: 'a_later_event' } },
  { kind: 'booking', facts: { bookingId, side: 'student', startsAt, zone } },
  { kind: 'a_later_kind', facts: {} },
])('%o, stored by a newer version, gets a general text', (content) => {
  expect(notificationText(content as NotificationContent, { name: 'Asha' })).toMatchObject({
    title: 'You have a new notification',
    href: '/notifications',
  })
})

describe('the text', () => {
  const textOf = (content: NotificationContent, other: Partial<Parameters<typeof notificationText>[1]> = {}) =>
    notificationText(content, { name: 'Asha', ...other })

  test('names no deleted account', () => {
    expect(textOf({ kind: 'missed_call', facts: { sessionId } }, { name: null }).title).toBe(
      'You missed a call from a student',
    )
    expect(textOf({ kind: 'feedback', facts: { what: 'feedback', sessionId } }, { name: null }).title).toBe(
      'Your expert left you feedback',
    )
  })

  test('shows times in the named time zone of the reader', () => {
    const newBooking = (readerZone: string): NotificationContent => ({
      kind: 'booking',
      facts: { what: 'made', bookingId, side: 'student', startsAt, zone: readerZone },
    })
    expect(textOf(newBooking(zone)).body).toBe('It begins on Nov 20, 2026, 6:00 PM (Asia/Kolkata).')
    expect(textOf(newBooking('Europe/London')).body).toBe('It begins on Nov 20, 2026, 12:30 PM (Europe/London).')
  })

  test('keeps reasons off lock screens', () => {
    const content: NotificationContent = {
      kind: 'withdrawal',
      facts: { what: 'rejected', amountPaise: 500_00, reason: 'No such bank' },
    }
    const { title, body, detail } = textOf(content)
    expect(`${title} ${body}`).not.toContain('No such bank')
    expect(detail).toBe('The reason: No such bank')
  })

  test('does not mention a bank in the demo', () => {
    const facts = { what: 'processed', amountPaise: 500_00, isDemo: true } as const
    expect(textOf({ kind: 'withdrawal', facts }).body).toBe('This is a demo: no bank was involved.')
  })
})
