import { expect, test } from 'vitest'
import { readTableQuery, tableUrl } from '#kernel/table.ts'

const shape = {
  sorts: { asked: 'time', amount: 'number', name: 'text' },
  defaultSort: '-asked',
  filters: { status: ['pending', 'processed'], person: 'id' },
} as const
const read = (query: string) => readTableQuery(shape, new URLSearchParams(query))
const defaults = { search: '', sort: 'asked', descending: true, filters: {}, from: null }

test('a table opens with its defaults when the URL is invalid', () => {
  expect(read('')).toEqual(defaults)
  expect(read('sort=password&status=paid&person=%27%3B--&after=x&before=1.%00')).toEqual(defaults)
  expect(read('sort=-toString&after=tomorrow.1')).toEqual(defaults)
})

test('a query is read from the URL and written back the same way', () => {
  const query = '?q=Ravi&status=pending&person=0198-ab&sort=amount&after=2500.7'
  const tableQuery = read(query)
  expect(tableQuery).toEqual({
    search: 'Ravi',
    sort: 'amount',
    descending: false,
    filters: { status: 'pending', person: '0198-ab' },
    from: { after: { value: '2500', id: '7' } },
  })
  expect(tableUrl(tableQuery, { from: tableQuery.from })).toBe(query)
})

test('a cursor value may contain the separator', () => {
  const tableQuery = read('sort=name&before=A.B.c.9')
  expect(tableQuery.from).toEqual({ before: { value: 'A.B.c', id: '9' } })
})

test('a new sort or filter goes back to the first page', () => {
  const tableQuery = read('sort=amount&after=2500.7')
  expect(tableUrl(tableQuery, { descending: true })).toBe('?sort=-amount')
  expect(tableUrl(tableQuery, { filters: { status: 'processed' } })).toBe('?status=processed&sort=amount')
})
