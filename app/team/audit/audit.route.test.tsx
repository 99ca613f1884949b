import { expect, test } from 'vitest'
import * as auditPage from '#app/team/audit/audit.route.tsx'
import { type AuditLine, auditTable } from '#domain/audit/contract.ts'
import { readTableQuery } from '#kernel/table.ts'
import { auditLine } from '#tests/audit-lines.ts'
import { linksOf, optionsOf, rowsOf } from '#tests/read-element.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { asha, tara } from '#tests/viewers.ts'

test('each entry shows who did what to whom, why, and what changed', () => {
  const { main } = open([
    auditLine({
      id: 2,
      act: 'withdrawal rejected',
      subject: { id: asha.id, name: asha.name },
      thing: 'withdrawal',
      thingId: '0199c0de-0000-7000-8000-0000000000d1',
      why: 'The name does not match.',
      before: { status: 'pending' },
      after: { status: 'rejected', amountPaise: 12_000 },
      details: { bankReference: 'N1', ids: ['a', 'b'] },
    }),
    auditLine({ id: 1, act: 'books proved', actor: null }),
  ])
  expect(rowsOf(main.getByRole('table', { name: 'Audit log' }))).toEqual([
    ['Time', 'Who', 'Action', 'About', 'Item', 'Details'],
    [
      'May 04, 2026, 11:00 AM',
      'Tara Bose',
      'withdrawal rejected',
      'Asha Verma',
      'withdrawal 000000d1',
      '“The name does not match.” status pending → rejected, amount ₹120 bank reference N1, ids ["a","b"]',
    ],
    ['May 04, 2026, 11:00 AM', 'The system', 'books checked', '', '', ''],
  ])
})

test('names and items link to a filtered log', () => {
  const line = auditLine({
    act: 'review hidden',
    subject: { id: asha.id, name: asha.name },
    thing: 'review',
    thingId: 'r-12345678',
  })
  const { main } = open([line], '?act=review%20hidden')
  expect(linksOf(main.getByRole('table'))).toMatchObject({
    'Tara Bose': `/team/audit?act=review+hidden&person=${tara.id}&sort=-at`,
    'Asha Verma': `/team/audit?act=review+hidden&about=${asha.id}&sort=-at`,
    'review 12345678': '/team/audit?act=review+hidden&thing=review&id=r-12345678&sort=-at',
  })
})

test('an active filter is shown and can be removed', () => {
  const { main } = open([auditLine({ act: 'review hidden' })], `?person=${tara.id}`)
  const removeLink = main.getByRole('link', { name: 'By Tara Bose , remove this filter' })
  expect(removeLink.getAttribute('href')).toBe('/team/audit?sort=-at')
})

test('a filtered log without entries still shows its filters', () => {
  const { main } = open([], `?about=${asha.id}&thing=review&id=r1`)
  expect(main.getByRole('heading', { name: 'No entries found' })).toBeTruthy()
  expect(main.getByRole('link', { name: /^About one person/ })).toBeTruthy()
  expect(main.getByRole('link', { name: /^This review only/ })).toBeTruthy()
})

test('the log can be filtered by action and item', () => {
  const { main } = open([auditLine({ act: 'review hidden' })])
  expect(optionsOf(main.field('Action')).slice(0, 2)).toEqual(['All actions', 'Account deleted'])
  expect(optionsOf(main.field('Item')).slice(0, 2)).toEqual(['All items', 'Withdrawal'])
})

function open(rows: AuditLine[], search = '') {
  return openTeamScreen(auditPage, {
    at: `/team/audit${search}`,
    data: ({ url }) => ({
      asked: readTableQuery(auditTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null },
    }),
  })
}
