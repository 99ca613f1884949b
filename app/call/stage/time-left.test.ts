import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutesLeftAt } from '#app/call/engine/call-screen.ts'
import type { CallView, MeterMessage } from '#app/call/engine/call-view.ts'
import { meterChanges } from '#app/call/engine/meter-view.ts'
import { describeChange, type ScreenFacts } from '#app/call/stage/captions.ts'
import { chooseLimit, limitText, noticeText, pillText, shortLimitText } from '#app/call/stage/time-left.ts'
import { beatEveryMs } from '#kernel/limits.ts'

type Session = NonNullable<CallView['session']>
const limitFor = (booked: Session['booked'], endsBy: 'money' | 'time') =>
  chooseLimit({ session: { booked } as Session, meter: { endsBy } as CallView['meter'] })
const noWishes = { student: false, expert: false }

test('a booked session is limited by its time until both sides agree to continue', () => {
  expect(limitFor({ ...noWishes, isAgreed: false }, 'money')).toBe('booked')
  expect(limitFor({ ...noWishes, isAgreed: false }, 'time')).toBe('booked')
  expect(limitFor({ student: true, expert: true, isAgreed: true }, 'money')).toBe('money')
  expect(limitFor({ student: true, expert: true, isAgreed: true }, 'time')).toBe('time')
})

test('a call without a booking is limited by money or by the expert’s next booking', () => {
  expect(limitFor(null, 'money')).toBe('money')
  expect(limitFor(null, 'time')).toBe('time')
  expect(chooseLimit({ session: null, meter: null })).toBe('money')
})

test('limit text names the limit for each side', () => {
  expect(limitText('booked', 3, 'student')).toBe('The booked time ends in about 3 minutes.')
  expect(limitText('time', 1, 'expert')).toMatch(/^You have time for about 1 minute more/)
  expect(limitText('money', 3, 'expert')).toMatch(/^The student’s money/)
})

test('the pill shows hours from two hours on', () => {
  expect([1, 119, 120, 72_000].map(pillText)).toEqual(['1 min left', '119 min left', '2 h left', '1,200 h left'])
})

test('pill, notices and caption show the same minutes at any moment, and a warning is due when three are left', () => {
  const moment = fc.record({
    minuteMs: fc.constantFrom(1_000, 60_000),
    left: fc.double({ min: 0.001, max: 119, noNaN: true }),
    elapsedMs: fc.integer({ min: 0, max: 10_000 }),
    phase: fc.constantFrom('live', 'interrupted'),
    limit: fc.constantFrom('money', 'time', 'booked'),
    side: fc.constantFrom('student', 'expert'),
  })
  const readNumber = (text: string | null) => Number(/\d+/.exec(text ?? '')?.[0])
  fc.assert(
    fc.property(moment, ({ minuteMs, left, elapsedMs, phase, limit, side }) => {
      const leftMs = left * minuteMs
      const session = { minuteMs } as Session
      const before = { session, meter: null, warning: null }
      const message = { phase, liveMs: 0, heldMs: 0, leftMs, endsBy: 'money' } as MeterMessage
      const { meter, warning } = meterChanges(before, message, 0)
      const minutesLeft = minutesLeftAt(elapsedMs, { meter, session }) ?? 0
      const facts = { callScreen: 'connected', side, limit, minutesLeft } as ScreenFacts
      const caption = describeChange({ ...facts, warning: null }, { ...facts, warning: 3 })
      const texts = [
        pillText(minutesLeft),
        noticeText(limit, minutesLeft, side),
        shortLimitText(minutesLeft),
        limitText(limit, minutesLeft, side),
        caption,
      ]
      expect(new Set(texts.map(readNumber))).toEqual(new Set([minutesLeft]))
      const runMs = phase === 'live' ? Math.min(elapsedMs, beatEveryMs) : 0
      expect(minutesLeft).toBe(Math.max(1, Math.ceil((leftMs - runMs) / minuteMs)))
      expect(warning !== null).toBe(leftMs <= 3 * minuteMs)
    }),
  )
})
