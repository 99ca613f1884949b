import { act, cleanup, waitFor } from '@testing-library/react'
import { redirect } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Panel } from '#app/bookings/cancel-or-move-booking.tsx'
import * as bookingPage from '#app/bookings/booking.route.tsx'
import type { JoinBookedCall } from '#app/call/engine/calls-context.ts'
import type { BookingView } from '#domain/bookings/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { fakeDevices } from '#tests/fake-devices.ts'
import { factsOf, linksOf, textOf } from '#tests/read-element.ts'
import { now, openScreen, refusedAnswer, type Sent } from '#tests/screen.tsx'
import { stubFetch } from '#tests/stub-fetch.ts'
import { asha, ravi } from '#tests/viewers.ts'

describe('an upcoming booking', () => {
  test('shows time, length, price and countdown', () => {
    const { main } = open()
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Session with Ravi Nair')
    expect(textOf(main.getByRole('timer'))).toBe('Begins in 2 days')
    expect(factsOf(main.element)).toEqual({
      Time: 'Wednesday, May 6, 12:00 PM to 12:30 PM Asia/Kolkata, GMT+5:30',
      Length: '30 minutes, audio call',
      Price: '₹300',
      'Held at booking': '₹300',
    })
    expect(textOf(main.element)).toContain('Cancelling is free until May 05, 2026, 12:00 PM, and costs ₹75 after that.')
    expect(linksOf(main.element)).toMatchObject({
      'Add to calendar': `/bookings/${booked.id}/calendar.ics`,
      Move: `/user/bookings/${booked.id}?do=move`,
      Cancel: `/user/bookings/${booked.id}?do=cancel`,
    })
  })

  test('can be cancelled free of charge after the expert moved it', () => {
    const { main } = open({ terms: 'free', moves: 2 })
    expect(textOf(main.element)).toContain('The expert moved this session, so cancelling costs nothing.')
    expect(factsOf(main.element).Moved).toBe('2 times')
  })

  test('cannot be moved after the last allowed move', () => {
    const { main } = open({ movesLeft: 0, moves: 1 })
    expect(main.getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(true)
    expect(textOf(main.element)).toContain('It has been moved the maximum number of times. You can cancel it.')
    expect(factsOf(main.element).Moved).toBe('once')
  })

  test('shows Ravi the terms for experts', () => {
    const { main } = open({ side: 'expert' })
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Session with Asha Verma')
    expect(textOf(main.element)).toContain('If you cancel or do not join, the student gets the full amount back.')
    expect(textOf(main.element)).not.toContain('Cancelling is free')
  })
})

describe('cancelling', () => {
  const free: Panel = {
    kind: 'cancel',
    quote: { feePaise: paise(0), returnedPaise: paise(30_000), freeUntil: new Date('2026-05-05T06:30:00Z') },
  }
  const late: Panel = {
    kind: 'cancel',
    quote: { feePaise: paise(7_500), returnedPaise: paise(22_500), freeUntil: null },
  }

  test('shows the cost before the confirmation and gets the focus', async () => {
    const { main, user, sent, url } = open(
      {},
      { panel: () => free, answer: () => redirect(`/user/bookings/${booked.id}?done`) },
    )
    expect(document.activeElement).toBe(main.getByRole('heading', { name: 'Cancel this session?' }))
    expect(textOf(main.element)).toContain('Cancelling now costs nothing. ₹300 is returned to your wallet.')
    await user.click(main.getByRole('button', { name: 'Cancel the session' }))
    await waitFor(() => expect(url.current).toBe(`/user/bookings/${booked.id}?done`))
    expect(sent[0]?.fields).toEqual({ act: 'cancel', shownFeePaise: '0' })
  })

  test('is refused with the new fee when the free period has ended meanwhile', async () => {
    let isLate = false
    const { main, user } = open(
      {},
      {
        panel: () => (isLate ? late : free),
        answer: () => {
          isLate = true
          return refusedAnswer('booking_moved_on')
        },
      },
    )
    await user.click(main.getByRole('button', { name: 'Cancel the session' }))
    expect(await main.findByRole('alert')).toBeTruthy()
    await waitFor(() =>
      expect(textOf(main.element)).toContain('Cancelling now costs ₹75. ₹225 is returned to your wallet.'),
    )
    await expectAccessible()
    expect(linksOf(main.element)['Keep it as it is']).toBe(`/user/bookings/${booked.id}`)
  })

  test('by Ravi returns the full price to the student', () => {
    const { main } = open({ side: 'expert' }, { panel: () => free })
    expect(textOf(main.element)).toContain('The full ₹300 returns to Asha Verma. You earn nothing.')
  })
})

describe('moving', () => {
  const start = new Date('2026-05-07T06:30:00Z')
  const move: Panel = {
    kind: 'move',
    choice: { minutes: 30, zone: 'Asia/Kolkata', from: null, day: null, start: null },
    week: { days: [{ day: '2026-05-07', starts: [start] }], earlier: null, later: null, nextFree: null },
  }

  test('shows the new terms and requires a time', async () => {
    const { main, user, sent } = open({}, { panel: () => move, answer: () => redirect('/') })
    expect(textOf(main.element)).toContain(
      'Moving costs nothing. Cancelling stays free up to 24 hours before the new time. It can be moved 2 more times.',
    )
    expect(main.getByRole<HTMLButtonElement>('button', { name: 'Choose a time first' }).disabled).toBe(true)
    await user.click(main.getByRole('radio', { name: '12:00 PM' }))
    expect(textOf(main.element)).toContain('New time: Thursday, May 7, 12:00 PM to 12:30 PM')
    await user.click(main.getByRole('button', { name: 'Move the session' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toEqual({ act: 'move', startsAt: start.toISOString() })
  })

  test('by Ravi lets Asha cancel free of charge', () => {
    const { main } = open({ side: 'expert', movesLeft: 1 }, { panel: () => move })
    expect(textOf(main.element)).toContain(
      'Moving costs nothing. Asha Verma can then cancel it for free. It can be moved once more.',
    )
  })
})

describe('the waiting room', () => {
  const soon = { startsAt: new Date(now.getTime() + 4 * 60_000), joinFrom: new Date(now.getTime() - 60_000) }

  test('opens five minutes before the start', () => {
    const { main } = open()
    expect(textOf(main.element)).toContain('You can join here from 5 minutes before the start.')
    expect(main.queryByRole('button', { name: 'Join the session' })).toBeNull()
  })

  test('waits for the other side, even after a reload, and joins the call when they are there', async () => {
    fakeDevices()
    let state = 'waiting'
    const fetched = stubFetch(() => ({ state, isOtherHere: false }))
    const joined: unknown[] = []
    const setup = { joinBookedCall: (call: object) => void joined.push(call) }
    const { main, user } = open(soon, setup)
    await user.click(main.getByRole('button', { name: 'Join the session' }))
    expect(await main.findByText(/^Ravi Nair is not here yet\. Anyone who has not joined 10 minutes/)).toBeTruthy()
    expect(fetched[0]).toMatchObject({ path: `/bookings/${booked.id}/step`, body: { act: 'join' } })
    expect(sessionStorage.getItem('samjhao:waiting')).toBe(booked.id)
    cleanup()
    sessionStorage.setItem('samjhao:waiting', booked.id)
    const reloaded = open(soon, setup)
    expect(await reloaded.main.findByText(/^Ravi Nair is not here yet/)).toBeTruthy()
    state = 'begun'
    act(() => reloaded.live.publish(`rings:${asha.id}`, { ring: null, open: null }))
    await waitFor(() =>
      expect(joined).toMatchObject([
        { sessionId: booked.id, side: 'student', callType: 'audio', otherName: ravi.name },
      ]),
    )
  })

  test('shows that the expert did not join as soon as the outcome is known', async () => {
    fakeDevices()
    stubFetch(() => ({ state: 'waiting', isOtherHere: false }))
    let outcome: Partial<BookingView> = {}
    const { main, user, live } = open(soon, { readOutcome: () => outcome })
    await user.click(main.getByRole('button', { name: 'Join the session' }))
    expect(await main.findByText(/^Ravi Nair is not here yet/)).toBeTruthy()
    outcome = { state: 'missed', absent: 'expert', feePaise: paise(0) }
    act(() => live.publish(`rings:${asha.id}`, { ring: null, open: null }))
    expect(await main.findByText('Ravi Nair did not join this session')).toBeTruthy()
    expect(textOf(main.element)).toContain('Nothing was charged. ₹300 was returned to your wallet.')
  })
})

describe('a past booking', () => {
  test.each([
    [
      { state: 'cancelled', cancelledBy: 'student', feePaise: paise(7_500) },
      'You cancelled this session It cost ₹75. ₹225 was returned to your wallet.',
    ],
    [
      { state: 'cancelled', cancelledBy: 'expert', feePaise: paise(0) },
      'Ravi Nair cancelled this session Nothing was charged. ₹300 was returned to your wallet.',
    ],
    [{ state: 'missed', absent: 'student', feePaise: paise(7_500) }, 'You did not join this session It cost ₹75.'],
    [
      { state: 'missed', absent: 'expert', feePaise: paise(0) },
      'Ravi Nair did not join this session Nothing was charged.',
    ],
    [{ state: 'missed', absent: 'both', feePaise: paise(0) }, 'Nobody joined this session'],
  ] as const)('shows the outcome and the money: %o', (outcome, text) => {
    const { main } = open(outcome)
    expect(textOf(main.getAllByRole('status')[0])).toContain(text)
    expect(main.queryByRole('timer')).toBeNull()
    expect(linksOf(main.element)).not.toHaveProperty('Cancel')
  })

  test('links to its session', () => {
    const { main } = open({ state: 'begun', session: { state: 'settled', chargedPaise: paise(20_000) } })
    expect(linksOf(main.element)['See the session']).toBe(`/user/sessions/${booked.id}`)
    expect(factsOf(main.element)).toMatchObject({ Charged: '₹200', 'Returned to your wallet': '₹100' })
  })

  test('shows Ravi his share', () => {
    const { main } = open({
      side: 'expert',
      state: 'begun',
      session: { state: 'settled', chargedPaise: paise(20_000) },
    })
    expect(factsOf(main.element)).toMatchObject({ 'Your share (80%)': '₹160' })
  })
})

test('the history is the same for both sides', () => {
  const events = [
    { at: new Date('2026-05-01T06:30:00Z'), what: 'booked' as const, side: 'student' as const },
    { at: new Date('2026-05-02T06:30:00Z'), what: 'cancelled' as const, side: 'expert' as const },
  ]
  const { main } = open({ state: 'cancelled', cancelledBy: 'expert' }, { events })
  expect(textOf(main.element)).toContain('Asha Verma booked it May 01, 2026, 12:00 PM')
  expect(textOf(main.element)).toContain('Ravi Nair cancelled it May 02, 2026, 12:00 PM')
})

test.each(['student', 'expert'] as const)('the %s sees with which board the session begins', (side) => {
  const continues = '0199c0de-0000-7000-8000-00000000000a' as SessionId
  const { main } = open({ continues, side })
  const path = side === 'student' ? '/user' : '/expert'
  const link = main.getByRole('link', { name: 'Begins with the board of your earlier session' })
  expect(link.getAttribute('href')).toBe(`${path}/sessions/${continues}#board`)
})

const booked: BookingView = {
  id: '0199c0de-0000-7000-8000-00000000b00c' as SessionId,
  side: 'student',
  state: 'booked',
  callType: 'audio',
  studentName: asha.name,
  expertName: ravi.name,
  studentPhotoUrl: null,
  expertPhotoUrl: null,
  expertId: ravi.expertId,
  question: 'Why does ice float?',
  fileName: null,
  fileType: null,
  startsAt: new Date('2026-05-06T06:30:00Z'),
  endsAt: new Date('2026-05-06T07:00:00Z'),
  minutes: 30,
  ratePaisePerMinute: paise(1_000),
  sharePercent: 80,
  pricePaise: paise(30_000),
  lateFeePaise: paise(7_500),
  terms: 'usual',
  moves: 0,
  movesLeft: 2,
  joinFrom: new Date('2026-05-06T06:25:00Z'),
  cancelledBy: null,
  absent: null,
  feePaise: null,
  session: null,
}

type Setup = {
  panel?: () => Panel
  events?: { at: Date; what: 'booked' | 'cancelled'; side: 'student' | 'expert' }[]
  answer?: (sent: Sent) => unknown
  joinBookedCall?: JoinBookedCall
  /** Changes of the booking after it was opened. */
  readOutcome?: () => Partial<BookingView>
}

function open(overrides: Partial<BookingView> = {}, setup: Setup = {}) {
  const { panel, events = [], answer, joinBookedCall = () => undefined, readOutcome } = setup
  const booking = { ...booked, ...overrides }
  const pathPrefix = booking.side === 'expert' ? '/expert' : '/user'
  return openScreen(bookingPage, {
    at: `${pathPrefix}/bookings/${booked.id}`,
    path: `${pathPrefix}/bookings/:id`,
    viewer: booking.side === 'expert' ? ravi : asha,
    data: () => ({
      approval: 'approved' as const,
      booking: { ...booking, ...readOutcome?.() },
      events,
      panel: panel?.() ?? null,
      now,
    }),
    answer,
    joinBookedCall,
  })
}
