import { describe, expect, test } from 'vitest'
import { absentSide, cancellationFee, hasWaited, isPresent, lateFee, termsAfterMove } from '#domain/bookings/rules.ts'
import { canTransitionBooking } from '#domain/bookings/states.ts'
import { paise } from '#kernel/money.ts'

const startsAt = new Date('2026-11-20T10:00Z')
const dayBefore = new Date('2026-11-19T10:00Z')
const justAfter = new Date(dayBefore.getTime() + 1)
const afterStart = (ms: number) => new Date(startsAt.getTime() + ms)
const price = paise(300_00)

describe('cancelling', () => {
  const fee = (changes: Partial<Parameters<typeof cancellationFee>[0]>) =>
    cancellationFee({ by: 'student', price, startsAt, terms: 'usual', now: dayBefore, ...changes })

  test('is free until exactly 24 hours before, and costs a quarter after that', () => {
    expect(fee({})).toBe(0)
    expect(fee({ now: justAfter })).toBe(75_00)
  })

  test('costs nothing when the expert cancels or has moved the booking, and keeps the fee after a late move', () => {
    expect(fee({ by: 'expert', now: justAfter })).toBe(0)
    expect(fee({ terms: 'free', now: justAfter })).toBe(0)
    expect(fee({ terms: 'fee' })).toBe(75_00)
    expect(fee({ by: 'expert', terms: 'fee' })).toBe(0)
  })

  test('rounds in favour of the student', () => {
    expect(lateFee(paise(15 * 9_99))).toBe(37_46)
  })
})

test('a move changes the cancellation terms', () => {
  expect(termsAfterMove('student', 'usual', { isLate: false })).toBe('usual')
  expect(termsAfterMove('student', 'usual', { isLate: true })).toBe('fee')
  expect(termsAfterMove('student', 'fee', { isLate: false })).toBe('fee')
  expect(termsAfterMove('student', 'free', { isLate: true })).toBe('usual')
  expect(termsAfterMove('expert', 'fee', { isLate: false })).toBe('free')
})

test('a side that was present at or after the start is not absent', () => {
  const before = new Date(startsAt.getTime() - 1)
  expect(absentSide({}, startsAt)).toBe('both')
  expect(absentSide({ student: before, expert: before }, startsAt)).toBe('both')
  expect(absentSide({ student: startsAt, expert: before }, startsAt)).toBe('expert')
  expect(absentSide({ student: before, expert: startsAt }, startsAt)).toBe('student')
  expect(absentSide({ student: startsAt, expert: startsAt }, startsAt)).toBe('neither')
})

test('a side present in the last 90 seconds before the decision has waited', () => {
  expect(hasWaited(undefined, startsAt)).toBe(false)
  expect(hasWaited(afterStart(8.5 * 60_000 - 1), startsAt)).toBe(false)
  expect(hasWaited(afterStart(8.5 * 60_000), startsAt)).toBe(true)
})

test('a side without a sign of presence for 30 seconds is not present', () => {
  expect(isPresent(undefined, startsAt)).toBe(false)
  expect(isPresent(startsAt, afterStart(29_999))).toBe(true)
  expect(isPresent(startsAt, afterStart(30_000))).toBe(false)
})

test('only a booked booking can change, and only the system can mark it as missed', () => {
  expect(canTransitionBooking('booked', 'cancel', 'student')).toBe(true)
  expect(canTransitionBooking('booked', 'miss', 'system')).toBe(true)
  expect(canTransitionBooking('booked', 'miss', 'expert')).toBe(false)
  for (const state of ['begun', 'cancelled', 'missed'] as const) {
    for (const move of ['reschedule', 'cancel', 'begin'] as const)
      expect(canTransitionBooking(state, move, 'student')).toBe(false)
  }
})
