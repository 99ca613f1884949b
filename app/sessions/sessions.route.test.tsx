import { act, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as refundsPage from '#app/sessions/refunds.route.tsx'
import * as sessionsPage from '#app/sessions/sessions.route.tsx'
import type { RefundRequest } from '#domain/refunds/contract.ts'
import { allSessionsFilter, type SessionView } from '#domain/sessions/contract.ts'
import type { RefundId, SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { factsOf, linksOf, optionsOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, openScreen } from '#tests/screen.tsx'
import { askedRefund, paidCall } from '#tests/session-views.ts'
import { asha, ravi } from '#tests/viewers.ts'

describe('the session list', () => {
  test('shows Asha the expert, call type, date, duration and cost', () => {
    const refunded = {
      ...call,
      id: 's2' as SessionId,
      callType: 'audio' as const,
      refundedPaise: paise(1_250),
    }
    const missed = { ...call, id: 's3' as SessionId, state: 'missed' as const, chargedPaise: paise(0) }
    const { main } = open({ page: { sessions: [call, refunded, missed], next: null } })
    const rows = main.getByRole('list', { name: 'Sessions, the latest first' })
    expect([...rows.children].map(textOf)).toEqual([
      'Ravi Nair Video call May 04, 2026, 10:00 AM Completed Shared time 02:10, cost ₹30',
      'Ravi Nair Audio call May 04, 2026, 10:00 AM Refunded in part Shared time 02:10, cost ₹30 ₹12.50 refunded',
      'Ravi Nair Video call May 04, 2026, 10:00 AM Missed ₹0',
    ])
    expect(rows.querySelector('a')?.getAttribute('href')).toBe(`/user/sessions/${call.id}`)
  })

  test('shows Ravi what he earned', () => {
    const { main } = open({ isExpert: true, page: { sessions: [{ ...call, side: 'expert' }], next: null } })
    const rows = main.getByRole('list', { name: 'Sessions, the latest first' })
    expect(textOf(rows)).toContain('Asha Verma')
    expect(textOf(rows)).toContain('earned ₹24')
    expect(linksOf(rows)).toEqual({ 'Asha Verma': `/expert/sessions/${call.id}` })
  })

  test('shows totals across all pages', () => {
    const { main } = open()
    expect(factsOf(main.element)).toEqual({
      Sessions: '1,200 | 1,100 paid',
      'Billed minutes': '5,000',
      Spent: '₹50,000 | ₹49,000 after refunds',
      Refunded: '₹1,000',
    })
  })

  test('shows Ravi what he earned and what was refunded', () => {
    const totals = { sessions: 1, billed: 1, minutes: 3, amount: paise(2_400), refunded: paise(800) }
    const { main } = open({ isExpert: true, totals })
    expect(factsOf(main.element)).toEqual({
      Sessions: '1',
      'Billed minutes': '3',
      Earned: '₹24 | ₹16 after refunds',
      Refunded: '₹8 | Your share',
    })
    expect(linksOf(main.element)).not.toHaveProperty('Refund requests')
  })

  test('links to older sessions', () => {
    const { main } = open({ page: { sessions: [call], next: call.id } })
    expect(linksOf(main.getByRole('navigation', { name: 'Pages of sessions' }))).toEqual({
      Older: `/user/sessions?before=${call.id}`,
    })
  })

  test('links from the last page to the newest', () => {
    const { main } = open({ isFirst: false, filter: { ...allSessionsFilter, outcome: 'paid' } })
    expect(linksOf(main.getByRole('navigation', { name: 'Pages of sessions' }))).toEqual({
      Newest: '/user/sessions?show=paid',
    })
  })

  test('shows a notice for an open session', async () => {
    const { main } = open({ open: { ...call, state: 'live' } })
    const notice = main.getAllByRole('status')[0] as HTMLElement
    expect(textOf(notice)).toBe('A session with Ravi Nair is open Live now Open it')
    expect(linksOf(notice)).toEqual({ 'Open it': `/user/sessions/${call.id}` })
  })

  test('reloads when a session changes', async () => {
    let sessions: SessionView[] = []
    const { main, live } = open({}, () => ({ sessions, next: null }))
    sessions = [{ ...call, state: 'ringing' }]
    const ringing = {
      sessionId: call.id,
      side: 'student',
      state: 'ringing',
      callType: 'video',
      otherName: 'Ravi',
    }
    act(() => live.publish(`rings:${asha.id}`, { open: ringing, ring: null } as never))
    await waitFor(() => expect(textOf(main.element)).toContain('Ringing'))
  })
})

describe('the search', () => {
  test('shows the text with its words marked, and keeps the other filters', async () => {
    const filter = { ...allSessionsFilter, words: 'घनत्व ice', outcome: 'paid' as const }
    const found = { [call.id]: { part: 'message' as const, text: 'ICE: घनत्व कम है <b>' } }
    const { main, user, url } = open({ filter, found, page: { sessions: [call], next: null } })
    const row = main.getByRole('list', { name: 'Sessions, the latest first' })
    expect(textOf(row)).toContain('Chat: ICE: घनत्व कम है <b>')
    expect([...row.querySelectorAll('mark')].map(textOf)).toEqual(['ICE', 'घनत्व'])
    await expectAccessible()
    const field = main.field('Search questions, summaries, feedback and chat')
    expect(field.value).toBe('घनत्व ice')
    await user.fill(field, 'density')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(url.current).toBe('/user/sessions?show=paid&words=density'))
    expect(linksOf(main.element)).toMatchObject({ Refunded: expect.stringContaining('show=refunded&words=') })
  })

  test('without a result says so and links to all sessions', async () => {
    const filter = { ...allSessionsFilter, words: 'photosynthesis' }
    const { main } = open({ filter, found: {}, page: emptyPage, totals: noTotals })
    expect(textOf(main.element)).toContain('No question, summary or message has all these words.')
    expect(linksOf(main.element)).toMatchObject({ 'Show all sessions': '/user/sessions' })
    await expectAccessible()
  })
})

describe('the filters', () => {
  test('are links for the outcome, and a form for the rest', async () => {
    const { main, user, url } = open({ filter: { ...allSessionsFilter, outcome: 'paid' } })
    expect(linksOf(main.element)).toMatchObject({
      All: '/user/sessions',
      Paid: '/user/sessions?show=paid',
      'Not charged': '/user/sessions?show=free',
      Refunded: '/user/sessions?show=refunded',
    })
    expect(optionsOf(main.field('Call type'))).toEqual(['Audio and video', 'Audio', 'Video'])
    await user.fill(main.field('Expert'), 'ravi')
    await user.click(main.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(url.current).toBe('/user/sessions?show=paid&name=ravi&call=&from=&to='))
  })

  test('follow the URL, and can be cleared', () => {
    const filter = { ...allSessionsFilter, name: 'ravi', callType: 'video' as const, from: '2026-05-01' }
    const { main } = open({ filter })
    expect(main.field('Expert').value).toBe('ravi')
    expect(main.field('Call type').value).toBe('video')
    expect(main.field('From').value).toBe('2026-05-01')
    expect(linksOf(main.element).Clear).toBe('/user/sessions')
    expect(textOf(main.getAllByRole('status')[0])).toBe('1,200 sessions')
  })

  test('have a student field for experts', () => {
    expect(open({ isExpert: true }).main.field('Student')).toBeTruthy()
  })

  test('are hidden when there are no sessions', () => {
    const { main } = open({ page: emptyPage, totals: noTotals })
    expect(main.queryByRole('search')).toBeNull()
  })
})

describe('an empty session list', () => {
  test('links Asha to the experts', async () => {
    const { main } = open({ page: emptyPage, totals: noTotals })
    await expectAccessible()
    expect(main.getByRole('heading', { name: 'No Sessions Yet' })).toBeTruthy()
    expect(linksOf(main.element)['Find Experts']).toBe('/experts')
    expect(factsOf(main.element)).toEqual({})
  })

  test('links Ravi to his profile', () => {
    const { main } = open({ isExpert: true, page: emptyPage, totals: noTotals })
    expect(linksOf(main.element)['Go to your profile']).toBe('/expert/profile')
  })

  test('offers to show all sessions when none matches the filter', () => {
    const { main } = open({ filter: { ...allSessionsFilter, name: 'x' }, page: emptyPage, totals: noTotals })
    expect(main.getByRole('heading', { name: 'No matching sessions' })).toBeTruthy()
    expect(linksOf(main.element)['Show all sessions']).toBe('/user/sessions')
  })

  test('says when there are no older sessions', () => {
    const { main } = open({ isFirst: false, page: emptyPage })
    expect(main.getByRole('heading', { name: 'No older sessions' })).toBeTruthy()
  })

  test('says when the account is pending approval', async () => {
    const { main } = openScreen(sessionsPage, {
      at: '/expert/sessions',
      viewer: ravi,
      data: { isExpert: true, approval: 'pending' },
    })
    expect(main.getByRole('heading', { name: 'Account Pending Approval' })).toBeTruthy()
    expect(linksOf(main.element)).not.toHaveProperty('Refund requests')
    await expectAccessible()
  })
})

describe('the refund list', () => {
  test('shows the state of each request and links to its session', () => {
    const automatic: RefundRequest = {
      ...askedRefund,
      id: 'r2' as RefundId,
      state: 'granted',
      fault: 'expert_left_early',
      reason: null,
      refunded: paise(3_000),
      decidedAt: new Date('2026-05-04T05:00:00Z'),
    }
    const { main } = openRefunds({ refunds: [askedRefund, automatic], next: 'r2' as RefundId })
    const [first, second] = [...main.getByRole('list').children].map(textOf)
    expect(first).toContain('Session with Ravi Nair ₹30 paid Asked on May 04, 2026, 10:30 AM')
    expect(first).toContain('You wrote I could not hear a word.')
    expect(second).toContain('₹30 paid Refunded automatically')
    expect(linksOf(main.element)).toMatchObject({
      'Open the session with Ravi Nair': `/user/sessions/${call.id}`,
      Older: '/user/refunds?before=r2',
    })
  })

  test('explains how to request a refund when it is empty', async () => {
    const { main } = openRefunds({ refunds: [], next: null })
    expect(main.getByRole('heading', { level: 2, name: 'No refund requests' })).toBeTruthy()
    await expectAccessible()
    expect(main.queryByRole('list')).toBeNull()
  })
})

const call: SessionView = { ...paidCall, side: 'student' }
const emptyPage = { sessions: [], next: null }
const noTotals = { sessions: 0, billed: 0, minutes: 0, amount: paise(0), refunded: paise(0) }

type Data = Extract<LoaderData<typeof sessionsPage>, { totals: unknown }>

function open({ isExpert = false, ...overrides }: Partial<Data> = {}, readPage?: () => Data['page']) {
  const path = isExpert ? '/expert/sessions' : '/user/sessions'
  return openScreen(sessionsPage, {
    at: path,
    viewer: isExpert ? ravi : asha,
    data: (): Data => ({
      isExpert,
      path,
      approval: 'approved',
      filter: allSessionsFilter,
      page: readPage?.() ?? { sessions: [call], next: null },
      totals: {
        sessions: 1_200,
        billed: 1_100,
        minutes: 5_000,
        amount: paise(5_000_000),
        refunded: paise(100_000),
      },
      open: null,
      found: null,
      isFirst: true,
      ...overrides,
    }),
  })
}

function openRefunds(data: Omit<LoaderData<typeof refundsPage>, 'isFirst'>) {
  return openScreen(refundsPage, { at: '/user/refunds', viewer: asha, data: { ...data, isFirst: true } })
}
