import { waitFor } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Today } from '#app/dashboard/today.tsx'
import type { BookingView } from '#domain/bookings/contract.ts'
import type { WaitingForExpert } from '#domain/sessions/contract.ts'
import type { BoardId, SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { factsOf, linksOf, textOf } from '#tests/read-element.ts'
import { now, openComponent } from '#tests/screen.tsx'
import { paidCall } from '#tests/session-views.ts'
import { asha, ravi } from '#tests/viewers.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

describe('income', () => {
  test('shows today, the week from Monday, and the expert’s part of what is booked', () => {
    // 6 May 2026 is a Wednesday.
    const days = ['2026-05-02', '2026-05-03', '2026-05-04', '2026-05-05', '2026-05-06'].map((day, index) => ({
      day,
      amount: paise(100 * 10 ** index),
    }))
    const { main } = open({
      days,
      earnedTodayPaise: paise(20_000_00),
      today: { ...quiet, bookedIncome: { count: 2, amountPaise: paise(600_00) } },
    })
    expect(factsOf(main.element)).toEqual({
      'Earned today': '₹20,000',
      'This week': '₹21,100 | Since Monday',
      'Already booked': '₹600 | Your part of 2 sessions',
      'Waiting for you': '0',
    })
  })
})

describe('the next booking', () => {
  test('shows when it begins, its question, its file and what it pays, with a short name', async () => {
    const { main } = open({ upcoming: [booked, { ...booked, id: 'b2' as SessionId, question: 'Later?' }] })
    const card = main.region('Next booking')
    expect(textOf(card.element)).toContain('Today, 2:30 PM In 2 hours 30 minutes')
    expect(textOf(card.element)).toContain('Asha V. 30 minutes, audio, you earn ₹240')
    expect(textOf(card.element)).toContain('Why does ice float?')
    expect(textOf(card.element)).toContain('ice.pdf')
    expect(textOf(main.element)).not.toContain('Verma')
    expect(textOf(main.element)).not.toContain('Later?')
    expect(linksOf(card.element)['Open the booking']).toBe(`/expert/bookings/${booked.id}`)
    await expectAccessible(main.element)
  })

  test('offers the prepared boards, or to prepare the first one', () => {
    const boards = [{ id: 'a1' as BoardId, name: 'Fractions' }]
    const { main } = open({ upcoming: [booked], today: { ...quiet, boards } })
    expect(linksOf(main.getByRole('list', { name: 'Boards for this session' }))).toEqual({
      Fractions: '/expert/boards/a1',
      'All prepared boards': '/expert/boards',
    })
    const { main: other } = open({ upcoming: [booked] })
    expect(linksOf(other.element)['Prepare a board']).toBe('/expert/boards')
  })

  test('names the board of the earlier session that it continues', () => {
    const { main } = open({ upcoming: [{ ...booked, continues: paidCall.id }] })
    const link = main.getByRole('link', { name: 'Begins with the board of an earlier session' })
    expect(link.getAttribute('href')).toBe(`/expert/sessions/${paidCall.id}#board`)
    expect(main.queryByRole('list', { name: 'Boards for this session' })).toBeNull()
  })

  test('says that it is in progress, or soon', () => {
    const { main } = open({ upcoming: [{ ...booked, state: 'begun' }] })
    expect(textOf(main.region('Next booking').element)).toContain('Today, 2:30 PM Now')
    const { main: other } = open({ upcoming: [{ ...booked, startsAt: new Date(now.getTime() + 300_000) }] })
    expect(textOf(other.region('Next booking').element)).toContain('Today, 12:05 PM Soon')
  })

  test('without one the schedule is offered', async () => {
    const { main } = open()
    const card = main.region('Next booking').element
    expect(textOf(card)).toContain('Nothing is booked.')
    expect(linksOf(card)).toEqual({ 'Open the schedule': '/expert/schedule' })
    await expectAccessible(main.element)
  })
})

describe('what waits for the expert', () => {
  test('names unread messages and missed calls, counts the rest, and leads to their sessions', async () => {
    const { main } = open({ today: { ...quiet, waiting }, reminders: { latest: [], total: 2 } })
    const messages = main.getByRole('list', { name: 'Unread messages' })
    expect(textOf(messages)).toContain('Asha V.')
    expect(textOf(messages)).toContain('2 new messages')
    expect(linksOf(messages)).toEqual({ 'Asha V.': `/expert/sessions/${paidCall.id}` })
    const calls = main.getByRole('list', { name: 'Missed calls' })
    expect(textOf(calls)).toContain('Missed video call What is torque?')
    expect(textOf(calls)).toContain('30 minutes ago')
    expect(linksOf(calls)).toEqual({ 'Vikram S.': '/expert/sessions/s2' })
    expect(textOf(main.element)).toContain('And 4 more among your sessions.')
    expect(factsOf(main.element)['Waiting for you']).toBe('8')
    await expectAccessible(main.element)
  })

  test('is empty on a quiet day', () => {
    const { main } = open()
    expect(textOf(main.region('Waiting for you').element)).toContain('Nothing at the moment.')
    expect(main.queryByRole('list', { name: 'Missed calls' })).toBeNull()
  })
})

test('when it does not load, the rest of the page says so and can load it again', async () => {
  const { main, user } = open({ today: { problem: true }, upcoming: [booked] })
  expect(textOf(main.element)).toContain('Messages, missed calls and booked income did not load')
  expect(textOf(main.region('Next booking').element)).toContain('Why does ice float?')
  expect(Object.keys(factsOf(main.element))).toEqual(['Earned today', 'This week'])
  await user.click(main.getByRole('button', { name: 'Load them again' }))
  await waitFor(() => expect(main.getByRole('button', { name: 'Load them again' })).toBeTruthy())
  await expectAccessible(main.element)
})

const quiet = {
  waiting: { chats: { latest: [], total: 0 }, calls: { latest: [], total: 0 } },
  bookedIncome: { count: 0, amountPaise: paise(0) },
  boards: [],
}

const waiting: WaitingForExpert = {
  chats: { latest: [{ sessionId: paidCall.id, studentName: 'Asha V.', count: 2, at: now }], total: 1 },
  calls: {
    latest: [
      {
        sessionId: 's2' as SessionId,
        studentName: 'Vikram S.',
        callType: 'video',
        question: 'What is torque?',
        at: new Date(now.getTime() - 30 * 60_000),
      },
    ],
    total: 5,
  },
}

const booked: BookingView = {
  id: '0199c0de-0000-7000-8000-00000000b00c' as SessionId,
  side: 'expert',
  state: 'booked',
  callType: 'audio',
  studentName: asha.name,
  expertName: ravi.name,
  studentPhotoUrl: null,
  expertPhotoUrl: null,
  expertId: ravi.expertId,
  question: 'Why does ice float?',
  fileName: 'ice.pdf',
  fileType: 'application/pdf',
  startsAt: new Date('2026-05-04T09:00:00Z'),
  endsAt: new Date('2026-05-04T09:30:00Z'),
  minutes: 30,
  ratePaisePerMinute: paise(1_000),
  sharePercent: 80,
  pricePaise: paise(30_000),
  lateFeePaise: paise(7_500),
  terms: 'usual',
  moves: 0,
  movesLeft: 2,
  joinFrom: new Date('2026-05-04T08:55:00Z'),
  cancelledBy: null,
  absent: null,
  feePaise: null,
  session: null,
}

function open(changes: Partial<ComponentProps<typeof Today>> = {}) {
  document.body.replaceChildren()
  const props = {
    today: quiet,
    earnedTodayPaise: paise(0),
    days: [],
    reminders: { latest: [], total: 0 },
    upcoming: [],
    zone: 'Asia/Kolkata',
    now,
  }
  return openComponent(<Today {...props} {...changes} />, { viewer: ravi })
}
