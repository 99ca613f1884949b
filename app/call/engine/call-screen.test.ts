import { describe, expect, test } from 'vitest'
import type { CallView, Meter } from '#app/call/engine/call-view.ts'
import {
  clockText,
  costSoFar,
  endReasonText,
  minutesLeftAt,
  ringSecondsLeft,
  ringTimeText,
  sharedMs,
  chooseSound,
  chooseCallScreen,
  unansweredText,
} from '#app/call/engine/call-screen.ts'
import { paise } from '#kernel/money.ts'

const meter = (changes: Partial<Meter> = {}): Meter => ({
  phase: 'live',
  liveMs: 60_000,
  heldMs: 180_000,
  leftMs: 240_000,
  endsBy: 'money',
  atMs: 1_000,
  shownMs: 60_000,
  ...changes,
})
type Session = NonNullable<CallView['session']>
const view = (state: Session['state'] | null, changes: Partial<CallView> = {}) => ({
  session: state && ({ state } as Session),
  meter: null,
  isMeterSilent: false,
  isElsewhere: false,
  refusal: null,
  quality: null,
  side: 'student' as const,
  ...changes,
})

describe('chooseCallScreen', () => {
  test('follows the session state', () => {
    expect(chooseCallScreen(view(null))).toBe('ringing')
    expect(chooseCallScreen(view('ringing'))).toBe('ringing')
    expect(chooseCallScreen(view(null, { side: 'expert' }))).toBe('connecting')
    expect(chooseCallScreen(view('connecting'))).toBe('connecting')
    expect(chooseCallScreen(view('live'))).toBe('connected')
    expect(chooseCallScreen(view('interrupted'))).toBe('reconnecting')
    for (const state of ['ended', 'settled'] as const) expect(chooseCallScreen(view(state))).toBe('ended')
    for (const state of ['declined', 'missed', 'cancelled', 'failed_to_connect'] as const)
      expect(chooseCallScreen(view(state))).toBe('unanswered')
  })

  test('prefers the meter phase to the session state', () => {
    expect(chooseCallScreen(view('connecting', { meter: meter() }))).toBe('connected')
    expect(chooseCallScreen(view('live', { meter: meter({ phase: 'interrupted' }) }))).toBe('reconnecting')
    expect(chooseCallScreen(view('interrupted', { meter: meter() }))).toBe('connected')
    expect(chooseCallScreen(view('live', { meter: meter({ phase: 'over' }) }))).toBe('ended')
    expect(chooseCallScreen(view('live', { meter: meter(), quality: 'lost' }))).toBe('reconnecting')
    expect(chooseCallScreen(view('live', { meter: meter(), quality: 'good', isMeterSilent: true }))).toBe(
      'reconnecting',
    )
  })

  test('returns elsewhere when another page has the call, unless the call has ended', () => {
    expect(chooseCallScreen(view('live', { isElsewhere: true }))).toBe('elsewhere')
    expect(chooseCallScreen(view('settled', { isElsewhere: true }))).toBe('ended')
  })

  test('returns refused when the join is refused, unless the session state explains the refusal', () => {
    const refusal = 'This session is over.'
    expect(chooseCallScreen(view(null, { refusal, side: 'expert' }))).toBe('refused')
    expect(chooseCallScreen(view('cancelled', { refusal, side: 'expert' }))).toBe('unanswered')
    expect(chooseCallScreen(view('connecting', { refusal, side: 'expert' }))).toBe('elsewhere')
  })
})

test('a sound is played for a join, a lost connection, a reconnection and the end', () => {
  expect(chooseSound('ringing', 'connecting')).toBeNull()
  expect(chooseSound('connecting', 'connected')).toBe('joined')
  expect(chooseSound('connected', 'connected')).toBeNull()
  expect(chooseSound('connected', 'reconnecting')).toBe('lost')
  expect(chooseSound('reconnecting', 'connected')).toBe('joined')
  expect(chooseSound('connected', 'ended')).toBe('over')
  expect(chooseSound('ringing', 'unanswered')).toBeNull()
})

describe('time and money', () => {
  test('shared time runs evenly up to the metered time and then waits for the next update', () => {
    expect(sharedMs(null, 5_000)).toBe(0)
    const behind = meter({ shownMs: 58_000 })
    expect([0, 1_000, 2_000, 3_000, 999_000].map((now) => sharedMs(behind, now))).toEqual([
      58_000, 58_000, 59_000, 60_000, 60_000,
    ])
    expect([1_000, 2_000, 3_000].map((now) => sharedMs(meter({ shownMs: 50_000 }), now))).toEqual([
      50_000, 55_000, 60_000,
    ])
    expect(sharedMs(meter({ shownMs: 65_000 }), 1_000)).toBe(60_000)
  })

  test('minutes left include the started minute, count down until the next heartbeat is due, and never reach 0', () => {
    const session = { minuteMs: 60_000 }
    const minutesAt = (nowMs: number, leftMs: number | null) =>
      minutesLeftAt(nowMs, { meter: meter({ leftMs }), session })
    expect(minutesLeftAt(0, { meter: null, session })).toBeNull()
    expect(minutesLeftAt(0, { meter: meter(), session: null })).toBeNull()
    expect(minutesAt(1_000, null)).toBeNull()
    expect(minutesAt(1_000, 240_000)).toBe(4)
    expect(minutesAt(1_001, 240_001)).toBe(4)
    expect(minutesAt(2_001, 181_000)).toBe(3)
    expect(minutesAt(999_000, 240_000)).toBe(4)
    expect(minutesAt(999_000, 62_000)).toBe(1)
    expect(minutesAt(999_000, 0)).toBe(1)
  })

  test('ring time is shown in seconds', () => {
    expect([45, 1, 0].map(ringTimeText)).toEqual([
      'Rings for 45 more seconds',
      'Rings for 1 more second',
      'Rings for 0 more seconds',
    ])
  })

  test('the cost is zero under 30 seconds, and then includes every started minute', () => {
    const terms = { ratePaisePerMinute: paise(10_00), sharePercent: 80, minuteMs: 60_000 }
    expect(costSoFar(29_999, 'student', terms)).toBe('₹0')
    expect(costSoFar(30_000, 'student', terms)).toBe('₹10')
    expect(costSoFar(60_001, 'student', terms)).toBe('₹20')
    expect(costSoFar(60_001, 'expert', terms)).toBe('₹16')
  })

  test('the clock shows mm:ss', () => {
    expect(clockText(0)).toBe('00:00')
    expect(clockText(61_999)).toBe('01:01')
    expect(clockText(3_723_000)).toBe('62:03')
  })
})

test('an unanswered call shows the reason and that nothing was charged', () => {
  const session = { declineReason: null, expertName: 'Ravi', studentName: 'Asha' }
  expect(unansweredText({ ...session, state: 'missed' }, 'student').title).toBe('Ravi did not answer')
  const declined = unansweredText({ ...session, state: 'declined', declineReason: 'In class' }, 'student')
  expect(declined.text).toBe('Nothing was charged. Ravi says: “In class”')
  expect(unansweredText({ ...session, state: 'cancelled' }, 'expert').title).toBe('Asha has cancelled')
  expect(unansweredText({ ...session, state: 'cancelled' }, 'student').title).toMatch(/^You/)
  expect(unansweredText({ ...session, state: 'failed_to_connect' }, 'student').text).toMatch(/network/)
})

test('a call that ends without a hang-up shows the reason', () => {
  expect(endReasonText('hung_up', 'student')).toBeNull()
  expect(endReasonText('money_spent', 'student')).toMatch(/^Your/)
  expect(endReasonText('money_spent', 'expert')).toMatch(/student/)
  expect(endReasonText('side_lost', 'student')).toMatch(/lost/)
  expect(endReasonText('time_over', 'student')).toMatch(/expert had/)
  expect(endReasonText('time_over', 'expert')).toMatch(/you had/)
  expect(endReasonText('time_over', 'student', { isAgreed: false })).toBe('The booked time was over.')
  expect(endReasonText('money_spent', 'expert', { isAgreed: false })).toBe('The booked minutes were used up.')
  expect(endReasonText('money_spent', 'student', { isAgreed: true })).toBe('Your money was used up.')
  expect(endReasonText('interrupted_too_often', 'student')).toMatch(/too often/)
  expect(endReasonText('interrupted_too_long', 'student')).toMatch(/too long/)
  expect(endReasonText('suspended', 'student')).toMatch(/the expert cannot/)
  expect(endReasonText('suspended', 'expert')).toMatch(/your account is suspended/)
  expect(endReasonText('safety', 'student')).toMatch(/safety/)
  expect(endReasonText('stuck', 'expert')).toMatch(/our team/)
})

test('a ring of 45 seconds never shows 46, at any fraction of a second', () => {
  for (let step = 0; step < 2_000; step += 1) {
    const nowMs = 60_000.123457 + step * 7.312345
    expect(ringSecondsLeft(nowMs + 45_000, nowMs)).toBe(45)
  }
  expect(ringSecondsLeft(1_000, 999.4)).toBe(1)
  expect(ringSecondsLeft(1_000, 1_400)).toBe(0)
})
