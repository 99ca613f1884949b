import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { redirect } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import type { Viewer } from '#app/base/viewer.ts'
import { readQuestionDraft } from '#app/base/question-draft.ts'
import * as bookPage from '#app/bookings/book.route.tsx'
import type { BookingAnswer } from '#app/bookings/use-booking.ts'
import { readSlotChoice, type SlotWeek } from '#app/schedule/slot-choice.ts'
import type { SessionId } from '#kernel/ids.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { stubFetch, networkFailure } from '#tests/stub-fetch.ts'
import { ravisPage } from '#tests/expert-cards.ts'
import { errorOf, factsOf, linksOf, textOf } from '#tests/read-element.ts'
import { now, openScreen, refusedAnswer, type Sent } from '#tests/screen.tsx'
import { asha, ravi } from '#tests/viewers.ts'

describe('choosing a time', () => {
  test('shows the price of each length and keeps the time in the URL', async () => {
    const { main, user } = open()
    await user.click(timeOption('12:00 PM'))
    const lengths = main.getByRole('navigation', { name: 'Length' })
    expect(Object.keys(linksOf(lengths))).toEqual([
      '15 minutes ₹150',
      '30 minutes ₹300',
      '45 minutes ₹450',
      '60 minutes ₹600',
    ])
    const shorter = main.getByRole('link', { name: /^15 minutes/ }).getAttribute('href') ?? ''
    expect(Object.fromEntries(new URL(shorter, 'http://x').searchParams)).toMatchObject({
      minutes: '15',
      start: noon.toISOString(),
    })
  })

  test('keeps the time and the call type in the URL, for a reload or another tab', async () => {
    const { main, user } = open()
    await user.click(timeOption('12:00 PM'))
    await user.click(main.getByRole('radio', { name: 'Audio call' }))
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
      start: noon.toISOString(),
      callType: 'audio',
    })
    for (const name of [/^15 minutes/, /Thu/, 'Later week']) {
      expect(main.getByRole('link', { name }).getAttribute('href')).toMatch(/callType=audio.*start=2026-05-06T06/)
    }
    cleanup()
    const reloaded = open({ search: location.search }).main
    expect((timeOption('12:00 PM') as HTMLInputElement).checked).toBe(true)
    expect((reloaded.getByRole('radio', { name: 'Audio call' }) as HTMLInputElement).checked).toBe(true)
    history.replaceState(null, '', '/')
  })

  test.each(['', '?callType=carrier-pigeon'])('chooses a video call with the URL "%s"', (search) => {
    const { main } = open({ search })
    expect((main.getByRole('radio', { name: 'Video call' }) as HTMLInputElement).checked).toBe(true)
  })

  test('shows the times of a day, and links only to days with times', async () => {
    const { main, user } = open()
    const days = main.getByRole('navigation', { name: 'Days' })
    expect(days.querySelector('[aria-current=date]')?.textContent).toContain('Wed')
    expect(Object.keys(linksOf(days))).toHaveLength(2)
    expect(main.getByRole('group', { name: 'Times on Wed, May 6' })).toBeTruthy()
    await user.click(main.getByRole('link', { name: /Thu/ }))
    await waitFor(() => expect(main.getByRole('group', { name: 'Times on Thu, May 7' })).toBeTruthy())
  })

  test('sends a time chosen on a day that is no longer shown', async () => {
    const { main, user, sent } = open({}, () => redirect('/user/bookings/b1'))
    await user.click(timeOption('12:00 PM'))
    await user.click(main.getByRole('link', { name: /Thu/ }))
    await main.findByRole('group', { name: 'Times on Thu, May 7' })
    await user.fill(main.field('Your question'), 'Why?')
    await user.click(bookButton())
    await waitFor(() => expect(sent[0]?.fields.startsAt).toBe(noon.toISOString()))
  })

  test('shows times in the zone that the student chooses', async () => {
    const { main, user } = open()
    await user.click(timeOption('12:00 PM'))
    expect(textOf(main.element)).toContain('Wednesday, May 6, 12:00 PM to 12:30 PM')
    expect(textOf(main.element)).toContain('Times are in Asia/Kolkata, GMT+5:30')
    await user.click(main.getByRole('button', { name: 'Change the time zone' }))
    await user.selectOptions(main.field('Your time zone'), 'Asia/Tokyo')
    await waitFor(() => expect(textOf(main.element)).toContain('Asia/Tokyo, GMT+9'))
    // The list stays open, because arrow keys move from one zone to the next.
    expect(main.field('Your time zone').value).toBe('Asia/Tokyo')
    expect(textOf(main.element)).toContain('Wednesday, May 6, 3:30 PM to 4:00 PM')
  })

  test('links to the next free day when the week has no times', () => {
    const { main } = open({
      week: { ...week, days: week.days.map(({ day }) => ({ day, starts: [] })), nextFree: '2026-05-20' },
    })
    expect(main.getByRole('heading', { name: 'Nothing left this week' })).toBeTruthy()
    expect(main.getByRole('link', { name: 'Go to May 20, 2026' }).getAttribute('href')).toContain('day=2026-05-20')
  })

  test('shows that nothing is left to book when no later time is free', () => {
    const { main } = open({ week: { ...week, days: week.days.map(({ day }) => ({ day, starts: [] })) } })
    expect(main.getByRole('heading', { name: 'Nothing left to book' })).toBeTruthy()
  })
})

test('works in a browser that blocks storage', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: blockStorage,
    setItem: blockStorage,
    removeItem: blockStorage,
  })
  const { main, user, sent } = open({}, () => redirect('/user/bookings/b1'))
  await user.click(timeOption('12:00 PM'))
  await user.fill(main.field('Your question'), 'Why?')
  await user.click(bookButton())
  await waitFor(() => expect(sent[0]?.fields.question).toBe('Why?'))
})

function blockStorage(): never {
  throw new DOMException('Storage is blocked', 'SecurityError')
}

describe('cost', () => {
  test('shows the price, the balance and the cancellation terms', async () => {
    const { main, user } = open()
    expect(textOf(main.element)).toContain(
      'Cancelling is free up to 24 hours before the start. After that it costs ₹75.',
    )
    await user.click(timeOption('12:00 PM'))
    const costs = main.region('What it costs').element
    expect(factsOf(costs)).toEqual({ '30 minutes at ₹10/min': '₹300', 'Your balance': '₹500' })
    expect(textOf(costs)).toContain('Cancelling is free until Tuesday, May 5, 12:00 PM. After that it costs ₹75.')
    expect(textOf(costs)).toContain('If you do not join, or leave early, it costs at least ₹75.')
  })

  test.each([
    [0, 'Cancelling is free until Tuesday, May 5, 12:00 PM. After that it costs ₹75.'],
    [1, 'The start is less than 24 hours away, so cancelling costs ₹75.'],
  ])('shows the terms %i ms after the end of free cancellation: %s', async (ms, text) => {
    const { main, user } = open({ loadedAt: new Date(noon.getTime() - 24 * 3_600_000 + ms) })
    await user.click(timeOption('12:00 PM'))
    expect(textOf(main.region('What it costs').element)).toContain(text)
  })

  test('above the balance offers a top-up and keeps the question', async () => {
    const ashaWithLittleMoney = { ...asha, wallet: { ...asha.wallet, available: paise(3_000) } }
    const { main, user, live, sent } = open({ viewer: ashaWithLittleMoney }, () => redirect('/user/bookings/b1'))
    await user.click(timeOption('12:00 PM'))
    await user.fill(main.field('Your question'), 'Is it enough?')
    expect(textOf(main.element)).toContain('Your wallet is short by ₹270.')
    await waitFor(() => expect(main.fields('Amount')).toHaveLength(1))
    await user.click(bookButton())
    expect(document.activeElement).toBe(main.field('Amount'))
    expect(sent).toEqual([])
    act(() => live.publish(`wallet:${asha.id}`, { ...ashaWithLittleMoney.wallet, available: paise(53_000) }))
    await waitFor(() => expect(textOf(main.element)).not.toContain('Your wallet is short by'))
    expect(main.field('Your question').value).toBe('Is it enough?')
    await user.click(bookButton())
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  test('above the daily limit is refused before anything is sent', async () => {
    const { main, user, sent } = open({ limit: paise(10_000) })
    await waitFor(() => expect(textOf(main.element)).toContain('That is above your daily limit'))
    await user.click(timeOption('12:00 PM'))
    await user.fill(main.field('Your question'), 'Shall I?')
    await user.click(bookButton())
    expect(textOf(await main.findByRole('alert'))).toBe('That is above your daily spending limit.')
    expect(sent).toEqual([])
  })
})

describe('the board of an earlier session', () => {
  const earlierBoard = { sessionId: '0199c0de-0000-7000-8000-00000000000a' as SessionId, askedAt: now }
  const label = /^Begin with the board of your session on May 0\d, 2026/

  test('is sent with the booking, and kept by the links to other lengths and days', async () => {
    const { main, user, sent } = open({ earlierBoard }, () => redirect('/user/bookings/b1'))
    await user.click(timeOption('12:00 PM'))
    for (const name of [/^15 minutes/, /Thu/, 'Later week']) {
      expect(main.getByRole('link', { name }).getAttribute('href')).toContain(`continues=${earlierBoard.sessionId}`)
    }
    await expectAccessible(main.element)
    await user.fill(main.field('Your question'), 'And the next problem?')
    await user.click(bookButton())
    await waitFor(() => expect(sent[0]?.fields.continues).toBe(earlierBoard.sessionId))
  })

  test('is not sent if the student deselects it', async () => {
    const { main, user, sent } = open({ earlierBoard }, () => redirect('/user/bookings/b1'))
    await user.click(timeOption('12:00 PM'))
    await user.click(main.getByRole('checkbox', { name: label }))
    await user.fill(main.field('Your question'), 'Something else')
    await user.click(bookButton())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields.continues).toBeUndefined()
  })

  test.each([
    ['is not selected', { continues: '' }, false],
    ['is selected', { continues: earlierBoard.sessionId }, true],
    ['is selected when an older server answers', {}, true],
  ])('%s after a refusal, as it was chosen', (_, typed, isChecked) => {
    const answered = {
      refusal: { code: 'slot_missing' as const, text: 'Please choose a time.' },
      typed: { question: 'Why?', callType: 'audio' as const, startsAt: '', ...typed },
    }
    const { main } = open({ earlierBoard, answered })
    expect((main.getByRole('checkbox', { name: label }) as HTMLInputElement).checked).toBe(isChecked)
  })
})

describe('booking', () => {
  test('requires a time and a question and shows which is missing', async () => {
    const { main, user, sent } = open()
    expect(textOf(main.element)).toContain('Choose a time first.')
    await user.click(bookButton())
    expect(textOf(main.getByRole('alert'))).toBe('Please choose a time.')
    const times = main.getByRole('group', { name: 'Times on Wed, May 6' })
    expect(times.getAttribute('aria-describedby')).toBe(main.getByRole('alert').id)
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('startsAt'))
    await user.click(timeOption('12:00 PM'))
    await user.click(bookButton())
    expect(textOf(main.element)).toContain('Please enter a question or upload a file')
    expect(document.activeElement).toBe(main.field('Your question'))
    expect(sent).toEqual([])
  })

  test('sends the choice with the price that was shown', async () => {
    const { main, user, sent, url } = open({}, () => redirect('/user/bookings/b1'))
    await user.click(timeOption('12:00 PM'))
    await user.fill(main.field('Your question'), 'Why does a spinning top not fall over?')
    await user.click(main.getByRole('radio', { name: 'Audio call' }))
    await user.click(bookButton())
    await waitFor(() => expect(url.current).toBe('/user/bookings/b1'))
    expect(sent[0]?.fields).toEqual({
      id: firstId,
      minutes: '30',
      zone: 'Asia/Kolkata',
      rate: '1000',
      startsAt: noon.toISOString(),
      question: 'Why does a spinning top not fall over?',
      callType: 'audio',
    })
  })

  test('a time that was just taken is refused, and the question is kept for another time', async () => {
    let isTaken = false
    const { main, user, sent } = open({ readWeek: () => (isTaken ? withoutNoon : week) }, () => {
      if (isTaken) return redirect('/user/bookings/b1')
      isTaken = true
      return refusedAnswer('slot_taken')
    })
    await user.click(timeOption('12:00 PM'))
    await user.fill(main.field('Your question'), 'Who was quicker?')
    await user.click(bookButton())
    const alert = await main.findByRole('alert')
    expect(textOf(alert)).toBe('Someone else has just booked that time. Please choose another.')
    expect(main.getByRole('group', { name: /^Times on/ }).getAttribute('aria-describedby')).toBe(alert.id)
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('startsAt'))
    await waitFor(() => expect(textOf(main.element)).toContain('Choose a time first.'))
    expect(main.queryByRole('radio', { name: '12:00 PM' })).toBeNull()
    expect(main.field('Your question').value).toBe('Who was quicker?')
    await user.click(timeOption('12:15 PM'))
    expect(main.queryByRole('alert')).toBeNull()
    await user.click(bookButton())
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.fields).toMatchObject({ question: 'Who was quicker?', id: firstId })
  })

  test('after a price change shows the new price before money is held', async () => {
    let rate: Paise = paise(1_000)
    const { main, user, sent } = open({ rate: () => rate }, () => {
      if (rate === 1_200) return redirect('/user/bookings/b1')
      rate = paise(1_200)
      return refusedAnswer('rate_changed', 'A minute costs ₹12 now. Nothing was held.')
    })
    await user.click(timeOption('12:00 PM'))
    await user.fill(main.field('Your question'), 'What does it cost?')
    await user.click(screen.getByRole('button', { name: 'Book for ₹300' }))
    expect(textOf(await main.findByRole('alert'))).toBe(
      'The price of this expert has just changed. A minute costs ₹12 now. Nothing was held.',
    )
    await user.click(await screen.findByRole('button', { name: 'Book for ₹360' }))
    await waitFor(() => expect(sent.map(({ fields }) => fields.rate)).toEqual(['1000', '1200']))
  })

  test('shows a network error and keeps the input', async () => {
    const { main, user } = open({}, networkFailure)
    await user.click(timeOption('12:00 PM'))
    await user.fill(main.field('Your question'), 'Anybody there?')
    await user.click(bookButton())
    expect(textOf(await main.findByRole('alert'))).toBe('Network error. Please check your connection and try again.')
    expect(main.field('Your question').value).toBe('Anybody there?')
  })

  test('lets visitors write their question, and keeps it while they sign up', async () => {
    const { main, user } = open({ viewer: null })
    await user.click(timeOption('12:00 PM'))
    await user.fill(main.field('Your question'), 'Why does ice float?')
    expect(screen.getByRole('button', { name: 'Sign up or log in to book' })).toBeTruthy()
    expect(textOf(main.element)).toContain('We keep your choice and your question.')
    cleanup()
    expect(open().main.field('Your question').value).toBe('Why does ice float?')
  })

  test('tells experts that only students can book', () => {
    expect(textOf(open({ viewer: ravi }).main.element)).toContain('Only students can book sessions.')
  })
})

describe('without scripts', () => {
  const typed = { question: 'Why?', callType: 'audio' as const, startsAt: noon.toISOString() }
  const refusedWith = (code: RefusalCode) => ({ refusal: { code, text: new Refusal(code).message } })

  test('each step says what to do', () => {
    const { main } = open()
    const steps = main.getAllByRole('heading', { level: 2 }).map(({ parentElement }) => textOf(parentElement))
    expect(steps[0]).toContain('Choose this first. The times below are for this length.')
    expect(steps[1]).toContain('Choose a day, then a time.')
    expect(steps[2]).toContain('Write your question. A file can be added only with JavaScript.')
  })

  test('the URL brings the question of a visitor back after the login, once', async () => {
    history.replaceState(null, '', '/?callType=audio&draft=Why%3F')
    const { main, user } = open({ search: location.search })
    expect(main.field('Your question').value).toBe('Why?')
    expect(location.search).toBe('?callType=audio')
    expect(main.getByRole('link', { name: /^15 minutes/ }).getAttribute('href')).not.toContain('draft')
    await user.fill(main.field('Your question'), 'Why not?')
    cleanup()
    expect(open({ search: location.search }).main.field('Your question').value).toBe('Why not?')
    history.replaceState(null, '', '/')
  })

  test('the question of a URL does not replace a question that this browser keeps', async () => {
    const { main, user } = open()
    await user.fill(main.field('Your question'), 'My own question?')
    cleanup()
    expect(open({ search: '?draft=Foreign%3F' }).main.field('Your question').value).toBe('My own question?')
    expect(readQuestionDraft(asha.id)?.question).toBe('My own question?')
  })

  test('a refused booking keeps its values and shows at the field what is missing', () => {
    const noTime = open({ answered: { ...refusedWith('slot_missing'), typed: { ...typed, startsAt: '' } } }).main
    expect(textOf(noTime.getByRole('alert'))).toBe('Please choose a time.')
    expect(noTime.field('Your question').value).toBe('Why?')
  })

  test('a booking without a question shows the error at the question, and keeps the time', () => {
    const { main } = open({ answered: { ...refusedWith('nothing_asked'), typed: { ...typed, question: '' } } })
    expect(errorOf(main.field('Your question'))).toBe('Please enter a question or upload a file')
    expect((timeOption('12:00 PM') as HTMLInputElement).checked).toBe(true)
    expect((screen.getByRole('radio', { name: 'Audio call' }) as HTMLInputElement).checked).toBe(true)
  })

  test('a balance that is too low shows a link to the wallet', () => {
    const ashaWithLittleMoney = { ...asha, wallet: { ...asha.wallet, available: paise(3_000) } }
    const { main } = open({ viewer: ashaWithLittleMoney })
    expect(linksOf(main.region('What it costs').element)['your wallet']).toBe('/user/wallet')
  })
})

test('the question is kept for a later visit', async () => {
  const { main, user } = open()
  await user.fill(main.field('Your question'), 'Do not lose me.')
  cleanup()
  expect(open().main.field('Your question').value).toBe('Do not lose me.')
})

test('the question is forgotten after booking', async () => {
  const { main, user } = open({}, ({ fields }) => {
    // A browser shows the booking page now, but the test router does not change the URL of the window.
    window.history.pushState(null, '', `/user/bookings/${String(fields.id)}`)
    return redirect(`/user/bookings/${String(fields.id)}`)
  })
  await user.click(timeOption('12:00 PM'))
  await user.fill(main.field('Your question'), 'Forget me.')
  await user.click(bookButton())
  await waitFor(() => expect(readQuestionDraft(asha.id)).toBeNull())
  window.history.pushState(null, '', '/')
})

test('the page of an expert without hours shows that nothing can be booked', () => {
  const { main } = open({ week: null })
  expect(main.getByRole('heading', { name: 'No bookable times' })).toBeTruthy()
  expect(main.queryByRole('button')).toBeNull()
})

const firstId = '0199c0de-0000-7000-8000-00000000f1d3' as const
const noon = new Date('2026-05-06T06:30:00Z')
const quarterPastNoon = new Date('2026-05-06T06:45:00Z')
const days = ['04', '05', '06', '07', '08', '09', '10'].map((day) => `2026-05-${day}`)
const week: SlotWeek = {
  days: days.map((day) => {
    if (day === '2026-05-06') return { day, starts: [noon, quarterPastNoon] }
    return { day, starts: day === '2026-05-07' ? [new Date('2026-05-07T06:30:00Z')] : [] }
  }),
  earlier: null,
  later: '2026-05-11',
  nextFree: null,
}
const withoutNoon: SlotWeek = {
  ...week,
  days: week.days.map(({ day, starts }) => ({ day, starts: starts.filter((start) => start !== noon) })),
}

type Setup = {
  viewer?: Viewer | null
  week?: SlotWeek | null
  readWeek?: () => SlotWeek
  rate?: () => Paise
  limit?: Paise
  loadedAt?: Date
  answered?: BookingAnswer
  search?: string
  earlierBoard?: { sessionId: SessionId; askedAt: Date }
}

function open(setup: Setup = {}, answer?: (sent: Sent) => unknown) {
  const { viewer = asha, readWeek, rate, limit = null, loadedAt = now, answered, search = '' } = setup
  stubFetch(({ path }) => (path === '/top-up' ? { provider: 'demo' } : { dailyLimit: limit, spentToday: 0 }))
  const { id, name, title, photoUrl, ratePaisePerMinute } = ravisPage
  return openScreen(bookPage, {
    at: `/expert/details/${id}/book${search}`,
    path: '/expert/details/:id/book',
    viewer,
    data: ({ url }) => ({
      expert: { id, name, title, photoUrl, ratePaisePerMinute: rate?.() ?? ratePaisePerMinute },
      choice: readSlotChoice(new URL(url).searchParams, 'Asia/Kolkata'),
      week: readWeek?.() ?? (setup.week === undefined ? week : setup.week),
      now: loadedAt,
      earlierBoard: setup.earlierBoard ?? null,
      newId: firstId,
    }),
    answer,
    answered,
  })
}

const timeOption = (name: string) => screen.getByRole('radio', { name })
const bookButton = () => screen.getByRole('button', { name: /^Book for ₹/ })
