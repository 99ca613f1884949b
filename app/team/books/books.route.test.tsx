import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as booksPage from '#app/team/books/books.route.tsx'
import type { BooksCheck } from '#domain/books/contract.ts'
import { paise } from '#kernel/money.ts'
import { factsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, type Sent, toastText } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'

test('the page shows the balances of platform and user accounts in rupees', () => {
  const { main } = open()
  expect(factsOf(main.region('Platform accounts').element)).toEqual({
    'Platform fee': '₹1,250',
    'Payment provider': '-₹5,000',
  })
  expect(factsOf(main.region('User accounts').element)).toEqual({
    'In students’ wallets': '₹2,500',
    'Earned by experts': '₹800',
    'On its way to a bank': '₹450',
  })
})

test('the page shows an empty state when users have no balances', () => {
  expect(textOf(open({ people: [] }).main.region('User accounts').element)).toContain('Nothing yet.')
})

test('correct books show when they were checked', () => {
  expect(textOf(open().main.element)).toContain(
    'The books are correct Checked May 04, 2026, 3:00 AM: all accounts add up and match the payment provider.',
  )
})

test('a mismatch shows what is wrong and what to do', () => {
  const mismatches = [{ check: 'drift', what: 'student_wallet of one account' }]
  const { main } = open({ proofs: [{ ...correctCheck, mismatches }] })
  const text = textOf(main.element)
  expect(text).toContain('1 mismatch found Checked May 04, 2026, 3:00 AM. Do not pay anything out until each')
  expect(text).toContain('drift: student_wallet of one account A balance does not match its transfers.')
})

test('a check without specific advice shows the fallback advice', () => {
  const mismatches = [
    { check: 'drift', what: 'one' },
    { check: 'something new', what: 'two' },
  ]
  const text = textOf(open({ proofs: [{ ...correctCheck, mismatches }] }).main.element)
  expect(text).toContain('2 mismatches found')
  expect(text).toContain('something new: two There is no advice for this check.')
})

test('before the first check, the page shows when it runs', () => {
  const { main } = open({ proofs: [] })
  expect(textOf(main.element)).toContain('Not checked yet The first check runs at 3 AM, Indian time.')
  expect(main.queryByRole('table')).toBeNull()
})

test('the last check of each day is listed in a table', () => {
  const mismatches = [{ check: 'sum', what: 'all' }]
  const { main } = open({ proofs: [correctCheck, { ...correctCheck, day: '2026-05-03', mismatches }] })
  expect(rowsOf(main.getByRole('table', { name: 'Last check of each day' }))).toEqual([
    ['Day in India', 'Checked', 'Result'],
    ['2026-05-04', 'May 04, 2026, 3:00 AM', 'Correct'],
    ['2026-05-03', 'May 04, 2026, 3:00 AM', '1 wrong'],
  ])
})

test('the page polls for the result of a requested check', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  let proofs = [correctCheck]
  const done = 'The check has started. The result will appear here.'
  const { main, user } = open({}, { load: () => proofs, answer: () => ({ done }) })
  const button = () => main.getByRole('button', { name: 'Check the books now' })
  await user.click(button())
  await waitFor(() => expect(toastText()).toBe(done))
  expect(button().getAttribute('aria-busy')).toBe('true')
  vi.advanceTimersByTime(2_000)
  proofs = [{ ...correctCheck, provedAt: new Date('2026-05-04T06:31:00Z') }]
  vi.advanceTimersByTime(2_000)
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull())
  expect(textOf(main.element)).toContain('Checked May 04, 2026, 12:01 PM')
})

const correctCheck: BooksCheck = { day: '2026-05-04', provedAt: new Date('2026-05-03T21:30:00Z'), mismatches: [] }

const defaultData: LoaderData<typeof booksPage> = {
  platform: [
    { account: 'platform_fee', balance: paise(125_000) },
    { account: 'gateway_clearing', balance: paise(-500_000) },
  ],
  people: [
    { account: 'student_wallet', balance: paise(250_000) },
    { account: 'expert_earnings', balance: paise(80_000) },
    { account: 'payout_in_flight', balance: paise(45_000) },
  ],
  proofs: [correctCheck],
}

type Behaviour = { load?: () => BooksCheck[]; answer?: (sent: Sent) => unknown }

function open(overrides: Partial<typeof defaultData> = {}, { load, answer }: Behaviour = {}) {
  return openTeamScreen(booksPage, {
    at: '/team/money',
    data: () => ({ ...defaultData, ...overrides, ...(load && { proofs: load() }) }),
    answer,
  })
}
