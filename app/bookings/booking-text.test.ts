import { expect, test } from 'vitest'
import {
  absenceTerms,
  bookingLabel,
  cancelText,
  moveText,
  outcomeText,
  termsText,
  notMovableReason,
} from '#app/bookings/booking-text.ts'
import type { BookingView } from '#domain/bookings/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'

const zone = 'Asia/Kolkata'
const startsAt = new Date('2026-11-20T10:00:00Z')
const early = new Date('2026-11-18T10:00:00Z')
const late = new Date('2026-11-20T08:00:00Z')

const booking: BookingView = {
  id: '5f0c' as SessionId,
  side: 'student',
  state: 'booked',
  callType: 'video',
  studentName: 'Asha Verma',
  expertName: 'Ravi Nair',
  studentPhotoUrl: null,
  expertPhotoUrl: null,
  expertId: null,
  question: 'Why?',
  fileName: null,
  fileType: null,
  startsAt,
  endsAt: new Date('2026-11-20T10:30:00Z'),
  minutes: 30,
  ratePaisePerMinute: paise(10_00),
  sharePercent: 80,
  pricePaise: paise(300_00),
  lateFeePaise: paise(75_00),
  terms: 'usual',
  moves: 0,
  movesLeft: 3,
  joinFrom: new Date('2026-11-20T09:55:00Z'),
  cancelledBy: null,
  absent: null,
  feePaise: null,
  session: null,
}
const expert = { side: 'expert' as const }
const bookingWith = (changes: Partial<BookingView>): BookingView => ({ ...booking, ...changes })

test('cancelText shows each side the cost in rupees', () => {
  const free = {
    feePaise: paise(0),
    returnedPaise: paise(300_00),
    freeUntil: new Date('2026-11-19T10:00:00Z'),
  }
  expect(cancelText(booking, free, zone)).toBe(
    'Cancelling now costs nothing. ₹300 is returned to your wallet. It is free until Nov 19, 2026, 3:30 PM.',
  )
  const withFee = { feePaise: paise(75_00), returnedPaise: paise(225_00), freeUntil: null }
  expect(cancelText(booking, withFee, zone)).toBe('Cancelling now costs ₹75. ₹225 is returned to your wallet.')
  expect(cancelText(bookingWith(expert), free, zone)).toBe('The full ₹300 returns to Asha Verma. You earn nothing.')
})

test('terms depend on who moved the booking and when', () => {
  expect(termsText(booking, zone, early)).toBe(
    'Cancelling is free until Nov 19, 2026, 3:30 PM, and costs ₹75 after that.',
  )
  expect(termsText(booking, zone, late)).toBe('Cancelling costs ₹75.')
  expect(termsText(bookingWith({ terms: 'free' }), zone, late)).toMatch(/costs nothing/)
  expect(termsText(bookingWith({ terms: 'fee' }), zone, early)).toMatch(/moved it late, so cancelling costs ₹75/)
  expect(absenceTerms(booking)).toMatch(/at least ₹75/)
  expect(absenceTerms(bookingWith({ terms: 'free' }))).toBe(
    'If you leave early, you pay for the minutes that you used.',
  )
  expect(absenceTerms(bookingWith(expert))).toMatch(/only if you waited until then/)
})

test('moveText warns that a late move keeps the fee', () => {
  expect(moveText(booking, early)).toMatch(/stays free up to 24 hours/)
  expect(moveText(booking, late)).toMatch(/cancelling it then costs ₹75/)
  expect(moveText(bookingWith({ terms: 'free', movesLeft: 1 }), late)).toMatch(/stays free.*once more/)
  expect(moveText(bookingWith(expert), early)).toMatch(/Asha Verma can then cancel it for free/)
})

test('notMovableReason explains why a booking cannot be moved', () => {
  expect(notMovableReason(booking, late)).toBeNull()
  expect(notMovableReason(bookingWith(expert), early)).toBeNull()
  expect(notMovableReason(bookingWith(expert), late)).toMatch(/only cancel/)
  expect(notMovableReason(bookingWith({ movesLeft: 0 }), early)).toMatch(/the maximum number of times/)
  expect(notMovableReason(booking, startsAt)).toMatch(/cannot be moved/)
})

test('outcomeText names who cancelled or was absent, and the cost', () => {
  expect(outcomeText(booking)).toBeNull()
  const missed = bookingWith({ state: 'missed', absent: 'expert', feePaise: paise(0) })
  expect(outcomeText(missed)).toEqual({
    title: 'Ravi Nair did not join this session',
    text: 'Nothing was charged. ₹300 was returned to your wallet.',
  })
  expect(outcomeText({ ...missed, ...expert })?.title).toBe('You did not join this session')
  const cancelled = bookingWith({ state: 'cancelled', cancelledBy: 'student', feePaise: paise(75_00) })
  expect(outcomeText(cancelled)?.text).toBe('It cost ₹75. ₹225 was returned to your wallet.')
  expect(outcomeText({ ...cancelled, ...expert })?.text).toBe('The student paid ₹75, of which ₹60 is yours.')
})

test('the label follows the state of the session', () => {
  const labelOfBegun = (state: 'live' | 'settled' | 'failed_to_connect') =>
    bookingLabel({ state: 'begun', session: { state, chargedPaise: null } }).label
  expect([labelOfBegun('live'), labelOfBegun('settled'), labelOfBegun('failed_to_connect')]).toEqual([
    'In progress',
    'Completed',
    'Did not connect',
  ])
})
