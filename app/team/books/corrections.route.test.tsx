import { expect, test } from 'vitest'
import * as correctionsPage from '#app/team/books/corrections.route.tsx'
import { type Correction, correctionTable } from '#domain/books/contract.ts'
import { readTableQuery } from '#kernel/table.ts'
import { ashasCorrection } from '#tests/corrections.ts'
import { linksOf, optionsOf, rowsOf } from '#tests/read-element.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'

test('the table shows each transfer and who proposed it', () => {
  const expired: Correction = {
    ...ashasCorrection,
    id: 'expired',
    from: 'expert_earnings',
    to: 'platform_fee',
    expiresAt: new Date('2026-05-04T06:00:00Z'),
  }
  const { main } = open([ashasCorrection, expired])
  const proposed = 'May 04, 2026, 11:00 AM by Tara Bose'
  expect(rowsOf(main.getByRole('table', { name: 'Corrections' }))).toEqual([
    ['Person', 'Transfer', 'Amount', 'State', 'Proposed'],
    ['Asha Verma', 'Payment provider → The student’s wallet', '₹250', 'Proposed', proposed],
    ['Asha Verma', 'The expert’s earnings → Platform fee', '₹250', 'Expired', proposed],
  ])
})

test('the table can be filtered by state', () => {
  const choices = ['Every state', 'Proposed', 'Confirmed', 'Rejected']
  expect(optionsOf(open([ashasCorrection]).main.field('State'))).toEqual(choices)
})

test('an empty table shows an empty state and a link to propose a correction', () => {
  const { main } = open([])
  expect(main.getByRole('heading', { name: 'No corrections' })).toBeTruthy()
  const propose = main.getByRole('link', { name: 'Propose a correction' })
  expect(propose.getAttribute('href')).toBe('/team/money/corrections/new')
})

test('the tabs link to all money pages and mark the current one', () => {
  const tabs = open([]).main.getByRole('navigation', { name: 'Money' })
  expect(linksOf(tabs)).toEqual({
    Books: '/team/money',
    'Fees and months': '/team/money/income',
    Operations: '/team/money/operations',
    Corrections: '/team/money/corrections',
  })
  expect(tabs.querySelector('[aria-current=page]')?.textContent).toBe('Corrections')
})

function open(rows: Correction[]) {
  return openTeamScreen(correctionsPage, {
    at: '/team/money/corrections',
    data: ({ url }) => ({
      asked: readTableQuery(correctionTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null },
    }),
  })
}
