import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as booksPage from '#app/team/books/books.route.tsx'
import type { BookProof } from '#domain/books/contract.ts'
import { paise } from '#kernel/money.ts'
import { factsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, type Sent, toastText } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'

test('the accounts stand there in rupees, those of the platform and those of people', () => {
  const { main } = open()
  expect(factsOf(main.region('The platform’s accounts').element)).toEqual({
    'Platform fee': '₹1,250',
    'Payment provider': '-₹5,000',
  })
  expect(factsOf(main.region('What people have').element)).toEqual({
    'In students’ wallets': '₹2,500',
    'Earned by experts': '₹800',
    'On its way to a bank': '₹450',
  })
})

test('where nobody has anything yet, it says so', () => {
  expect(textOf(open({ people: [] }).main.region('What people have').element)).toContain('Nothing yet.')
})

test('books that were right say since when', () => {
  expect(textOf(open().main.element)).toContain(
    'The books are right Proved May 04, 2026, 3:00 AM: everything adds up, and the provider says the same.',
  )
})

test('a mismatch says what is wrong and what to do about it', () => {
  const mismatches = [{ check: 'drift', what: 'student_wallet of one account' }]
  const { main } = open({ proofs: [{ ...right, mismatches }] })
  const words = textOf(main.element)
  expect(words).toContain('One mismatch found Proved May 04, 2026, 3:00 AM. Pay nothing out until each')
  expect(words).toContain('drift: student_wallet of one account A balance does not follow its transfers.')
})

test('a check that nobody wrote an advice for still says to call an engineer', () => {
  const mismatches = [
    { check: 'drift', what: 'one' },
    { check: 'something new', what: 'two' },
  ]
  const words = textOf(open({ proofs: [{ ...right, mismatches }] }).main.element)
  expect(words).toContain('2 mismatches found')
  expect(words).toContain('something new: two Nobody has written down what to do about this one.')
})

test('before the first proof it says when it comes', () => {
  const { main } = open({ proofs: [] })
  expect(textOf(main.element)).toContain('Not proved yet The first proof comes tonight at 3.')
  expect(main.queryByRole('table')).toBeNull()
})

test('the proofs of the last days are a table', () => {
  const mismatches = [{ check: 'sum', what: 'all' }]
  const { main } = open({ proofs: [right, { ...right, day: '2026-05-03', mismatches }] })
  expect(rowsOf(main.getByRole('table', { name: 'The last proof of each day' }))).toEqual([
    ['Day in India', 'Proved', 'Result'],
    ['2026-05-04', 'May 04, 2026, 3:00 AM', 'Right'],
    ['2026-05-03', 'May 04, 2026, 3:00 AM', '1 wrong'],
  ])
})

test('a proof that was asked for is looked for until it is there', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  let proofs = [right]
  const done = 'The books are being proved. The result shows here.'
  const { main, user } = open({}, { load: () => proofs, answer: () => ({ done }) })
  const button = () => main.getByRole('button', { name: 'Prove the books now' })
  await user.click(button())
  await waitFor(() => expect(toastText()).toBe(done))
  expect(button().getAttribute('aria-busy')).toBe('true')
  vi.advanceTimersByTime(2_000)
  proofs = [{ ...right, provedAt: new Date('2026-05-04T06:31:00Z') }]
  vi.advanceTimersByTime(2_000)
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull())
  expect(textOf(main.element)).toContain('Proved May 04, 2026, 12:01 PM')
})

const right: BookProof = { day: '2026-05-04', provedAt: new Date('2026-05-03T21:30:00Z'), mismatches: [] }

const usual: LoaderData<typeof booksPage> = {
  platform: [
    { account: 'platform_fee', balance: paise(125_000) },
    { account: 'gateway_clearing', balance: paise(-500_000) },
  ],
  people: [
    { account: 'student_wallet', balance: paise(250_000) },
    { account: 'expert_earnings', balance: paise(80_000) },
    { account: 'payout_in_flight', balance: paise(45_000) },
  ],
  proofs: [right],
}

type Given = { load?: () => BookProof[]; answer?: (sent: Sent) => unknown }

function open(given: Partial<typeof usual> = {}, { load, answer }: Given = {}) {
  return openTeamScreen(booksPage, {
    at: '/team/money',
    data: () => ({ ...usual, ...given, ...(load && { proofs: load() }) }),
    answer,
  })
}
