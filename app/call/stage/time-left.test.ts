import { expect, test } from 'vitest'
import type { CallView } from '#app/call/engine/call-view.ts'
import { chooseLimit, limitText } from '#app/call/stage/time-left.ts'

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

test('other calls are limited by money or by the next booking', () => {
  expect(limitFor(null, 'money')).toBe('money')
  expect(limitFor(null, 'time')).toBe('time')
  expect(chooseLimit({ session: null, meter: null })).toBe('money')
})

test('limit text names the limit for each side', () => {
  expect(limitText('booked', 3, 'student')).toBe('The booked time ends in about 3 minutes.')
  expect(limitText('time', 1, 'expert')).toMatch(/^You have time for about 1 minute more/)
  expect(limitText('money', 3, 'expert')).toMatch(/^The student’s money/)
})
