import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as withdrawalsPage from '#app/team/withdrawals/withdrawals.route.tsx'
import { type Payouts, type TeamWithdrawal, withdrawalTable } from '#domain/withdrawals/contract.ts'
import type { WithdrawalId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { readTableQuery } from '#kernel/table.ts'
import { optionsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { toastText } from '#tests/screen.tsx'
import { confirm, openTeamScreen } from '#tests/team-screen.tsx'
import { meera, ravi, tara } from '#tests/viewers.ts'

test('the queue shows expert, amount, request time and who handled it', () => {
  const { main } = open()
  expect(rowsOf(main.getByRole('table', { name: 'Withdrawals' }))).toEqual([
    ['Select everything on this page', 'Expert', 'Amount', 'Status', 'Requested', 'Account', 'By', 'Note'],
    [
      '',
      'Ravi Nair',
      '₹30,000',
      'Pending',
      '1 hour ago, May 04, 2026, 11:00 AM',
      'SBI ••••6789',
      '',
      'Needs two people',
    ],
    [
      'Export ₹120 to Kabir Rao',
      'Kabir Rao',
      '₹120',
      'Approved',
      '2 hours ago, May 04, 2026, 10:00 AM',
      'SBI ••••6789',
      'Tara Bose',
      '',
    ],
    [
      'Export ₹200 to Zoya Khan',
      'Zoya Khan',
      '₹200',
      'Approved',
      '2 hours ago, May 04, 2026, 10:00 AM',
      '',
      'Tara Bose',
      'Exported May 04, 2026, 11:30 AM',
    ],
    [
      '',
      'Old Expert',
      '₹90',
      'Processed',
      '3 hours ago, May 04, 2026, 9:00 AM',
      'SBI ••••6789',
      'Meera Iyer',
      'demo, no bank involved',
    ],
  ])
})

test('the queue can be filtered by status and defaults to waiting withdrawals', () => {
  const { main } = open()
  const choices = ['Waiting', 'Pending', 'Approved', 'Rejected', 'Processed', 'All']
  expect(optionsOf(main.field('Status'))).toEqual(choices)
  expect(main.field('Status').value).toBe('')
})

test('an empty queue shows an empty state', () => {
  const { main } = open({ rows: [] })
  expect(main.getByRole('heading', { name: 'Nothing waiting here' })).toBeTruthy()
})

test('only approved withdrawals can be selected for export', () => {
  const { main } = open()
  const ids = main.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value)
  expect(ids).toEqual(['on', kabirsRow.id, zoyasRow.id])
})

test('when payouts are closed nothing can be exported, and there is no column to select', () => {
  const { main } = open({ payouts: 'closed' })
  expect(main.queryAllByRole('checkbox')).toEqual([])
  expect(rowsOf(main.getByRole('table', { name: 'Withdrawals' }))[0]?.[0]).toBe('Expert')
})

test('the export form appears with the first selection and shows the count', async () => {
  const { main, user } = open()
  const card = () => main.getByText('File for the bank').closest('section')
  expect(card()?.className).toContain('hidden')
  await user.click(main.getByRole('checkbox', { name: 'Export ₹120 to Kabir Rao' }))
  expect(card()?.className).not.toContain('hidden')
  expect(textOf(card())).toContain('Full account numbers of 1 approved withdrawal. The audit log records')
  await user.click(main.getByRole('checkbox', { name: 'Select everything on this page' }))
  expect(textOf(card())).toContain('Full account numbers of 2 approved withdrawals.')
  await user.click(main.getByRole('checkbox', { name: 'Select everything on this page' }))
  expect(card()?.className).toContain('hidden')
})

test('the demo export shows that no bank is involved', async () => {
  const { main, user } = open({ payouts: 'demo' })
  await user.click(main.getByRole('checkbox', { name: 'Export ₹120 to Kabir Rao' }))
  expect(textOf(main.element)).toContain('1 approved withdrawal (demo, no bank involved).')
})

test('the export sends the selected ids and the password', async () => {
  const fetchExport = vi.fn<typeof fetch>(
    async () => new Response('"id"', { headers: { 'Content-Disposition': 'attachment; filename="a.csv"' } }),
  )
  vi.stubGlobal('fetch', fetchExport)
  const linkClick = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { main, user } = open({ passwordIsRecent: false })
  await user.click(main.getByRole('checkbox', { name: 'Select everything on this page' }))
  await user.fill(main.field('Your password'), 'meera-decides')
  await user.click(main.getByRole('button', { name: 'Download CSV' }))
  expect(await confirm(user)).toBe(
    'Write 2 withdrawals of ₹320 in all into a file for the bank. The bank may pay them as soon as it has the file. Of these, 1 was exported before: the bank must not pay twice.',
  )
  await waitFor(() => expect(toastText()).toBe('The file is in your downloads.'))
  const [path, options] = fetchExport.mock.lastCall ?? []
  expect(path).toBe('/team/withdrawals.csv')
  const body = options?.body as FormData
  expect([body.getAll('id'), body.get('password')]).toEqual([[kabirsRow.id, zoyasRow.id], 'meera-decides'])
  expect((linkClick.mock.contexts[0] as HTMLAnchorElement).download).toBe('a.csv')
})

test('a refused export shows an error beside the form', async () => {
  const text = 'The current password is incorrect.'
  vi.stubGlobal('fetch', async () => Response.json({ refusal: { text } }, { status: 422 }))
  const { main, user } = open()
  await user.click(main.getByRole('checkbox', { name: 'Export ₹120 to Kabir Rao' }))
  await user.click(main.getByRole('button', { name: 'Download CSV' }))
  expect(await confirm(user)).toBe(
    'Write 1 withdrawal of ₹120 in all into a file for the bank. The bank may pay them as soon as it has the file.',
  )
  expect(textOf(await main.findByRole('alert'))).toBe(text)
  expect(toastText()).toBe('')
})

test('a failed export request shows a network error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { main, user } = open()
  await user.click(main.getByRole('checkbox', { name: 'Export ₹120 to Kabir Rao' }))
  await user.click(main.getByRole('button', { name: 'Download CSV' }))
  await confirm(user)
  const problem = await main.findByRole('alert')
  expect(textOf(problem)).toBe('Network error. Please check your connection and try again.')
})

const kabirsRow: TeamWithdrawal = {
  id: '0199c0de-0000-7000-8000-0000000000d2' as WithdrawalId,
  amount: paise(12_000),
  status: 'approved',
  bankName: 'SBI',
  lastFour: '6789',
  createdAt: new Date('2026-05-04T04:30:00Z'),
  processedAt: null,
  reason: null,
  demo: false,
  expertId: ravi.id,
  expertName: 'Kabir Rao',
  maskedEmail: 'k•••@samjhao.example',
  notes: null,
  decidedAt: new Date('2026-05-04T06:00:00Z'),
  decidedBy: tara,
  processedBy: null,
  bankReference: null,
  cameBackAt: null,
  exportedAt: null,
  exportedBy: null,
}
const zoyasRow: TeamWithdrawal = {
  ...kabirsRow,
  id: '0199c0de-0000-7000-8000-0000000000d3' as WithdrawalId,
  amount: paise(20_000),
  expertName: 'Zoya Khan',
  exportedAt: new Date('2026-05-04T06:00:00Z'),
  exportedBy: meera,
  bankName: null,
  lastFour: null,
}
const ravisRow: TeamWithdrawal = {
  ...kabirsRow,
  id: '0199c0de-0000-7000-8000-0000000000d1' as WithdrawalId,
  amount: paise(3_000_000),
  status: 'pending',
  expertName: ravi.name,
  createdAt: new Date('2026-05-04T05:30:00Z'),
  decidedBy: null,
}
const processedRow: TeamWithdrawal = {
  ...kabirsRow,
  id: '0199c0de-0000-7000-8000-0000000000d4' as WithdrawalId,
  amount: paise(9_000),
  status: 'processed',
  expertName: 'Old Expert',
  createdAt: new Date('2026-05-04T03:30:00Z'),
  processedBy: meera,
  demo: true,
}

type Setup = { rows?: TeamWithdrawal[]; payouts?: Payouts; passwordIsRecent?: boolean }

function open(setup: Setup = {}) {
  const { rows = [ravisRow, kabirsRow, zoyasRow, processedRow], payouts = 'bank', passwordIsRecent = true } = setup
  return openTeamScreen(withdrawalsPage, {
    at: '/team/withdrawals',
    data: ({ url }) => ({
      asked: readTableQuery(withdrawalTable, new URL(url).searchParams),
      payouts,
      secondPersonAbovePaise: paise(2_500_000),
      page: { rows, previous: null, next: null },
    }),
    shell: { passwordIsRecent },
  })
}
