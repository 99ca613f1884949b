import { expect, test } from 'vitest'
import * as operationPage from '#app/team/books/operation.route.tsx'
import * as operationsPage from '#app/team/books/operations.route.tsx'
import { type Operation, type OperationDetails, operationTable } from '#domain/books/contract.ts'
import { sessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { readTableQuery } from '#kernel/table.ts'
import { factsOf, optionsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { tara } from '#tests/viewers.ts'

test('the table lists money operations with actor and subject', () => {
  const { main } = openTable([settled, { ...settled, id: 'o2', kind: 'correct', actor: tara }])
  expect(rowsOf(main.getByRole('table', { name: 'Operations' }))).toEqual([
    ['Time', 'Operation', 'Moved', 'By', 'About'],
    ['May 04, 2026, 10:02 AM', 'Session settled', '₹100', 'The system', '…00000000ca11'],
    ['May 04, 2026, 10:02 AM', 'Correction', '₹100', 'Tara Bose', '…00000000ca11'],
  ])
  const [first] = main.getAllByRole('link', { name: 'May 04, 2026, 10:02 AM' })
  expect(first?.getAttribute('href')).toBe(`/team/money/operations/${settled.id}`)
})

test('the table can be filtered by kind', () => {
  const choices = optionsOf(openTable([settled]).main.field('Kind'))
  expect(choices).toHaveLength(12)
  expect(choices.slice(0, 3)).toEqual(['Everything', 'Money added', 'Held for a session'])
})

test('a search without results shows an empty state', () => {
  const { main } = openTable([])
  expect(main.getByRole('heading', { name: 'No operations found' })).toBeTruthy()
})

test('an operation shows its transfers and statement lines', () => {
  const { main } = openOperation({})
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Session settled')
  expect(textOf(main.element)).toContain('May 04, 2026, 10:02 AM, by the system.')
  expect(rowsOf(main.getByRole('table', { name: 'Transfers' }))).toEqual([
    ['From', 'To', 'Amount'],
    ['Held for sessions (Asha Verma)', 'The expert’s earnings (Ravi Nair)', '₹24'],
    ['Held for sessions (Asha Verma)', 'Platform fee', '₹6'],
  ])
  expect(rowsOf(main.getByRole('table', { name: 'Statement lines' }))).toEqual([
    ['Person', 'Line', 'Amount'],
    ['Asha Verma', 'Session with Ravi Nair', 'Debit -₹30'],
    ['Ravi Nair', 'Session with a student', 'Credit +₹24'],
  ])
  expect(factsOf(main.element)).toMatchObject({ Session: '0199C0DE' })
  expect(main.getByRole('link', { name: '0199C0DE' }).getAttribute('href')).toBe(`/team/sessions/${settled.subjectId}`)
})

test('an operation without session or statement lines shows neither', () => {
  const { main } = openOperation({ sessionId: null, lines: [] })
  expect(factsOf(main.element)).not.toHaveProperty('Session')
  expect(main.getAllByRole('table')).toHaveLength(1)
  expect(main.getByRole('link', { name: settled.subjectId }).getAttribute('href')).toBe(
    `/team/money/operations?q=${settled.subjectId}`,
  )
})

const settled: Operation = {
  id: '0199c0de-0000-7000-8000-000000000091',
  kind: 'settle',
  at: new Date('2026-05-04T04:32:31Z'),
  subjectId: '0199c0de-0000-7000-8000-00000000ca11',
  actor: null,
  moved: paise(10_000),
}

function openTable(rows: Operation[]) {
  return openTeamScreen(operationsPage, {
    at: '/team/money/operations',
    data: ({ url }) => ({
      asked: readTableQuery(operationTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null },
    }),
  })
}

function openOperation(overrides: Partial<OperationDetails>) {
  const held = { kind: 'session_escrow', owner: 'Asha Verma' }
  return openTeamScreen(operationPage, {
    at: `/team/money/operations/${settled.id}`,
    path: '/team/money/operations/:id',
    data: {
      ...settled,
      sessionId: sessionId.parse(settled.subjectId),
      transfers: [
        { id: 1, from: held, to: { kind: 'expert_earnings', owner: 'Ravi Nair' }, amount: paise(2_400) },
        { id: 2, from: held, to: { kind: 'platform_fee', owner: null }, amount: paise(600) },
      ],
      lines: [
        { id: 1, owner: 'Asha Verma', amount: paise(-3_000), description: 'Session with Ravi Nair' },
        { id: 2, owner: 'Ravi Nair', amount: paise(2_400), description: 'Session with a student' },
      ],
      ...overrides,
    },
  })
}
