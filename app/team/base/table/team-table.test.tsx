import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as peoplePage from '#app/team/people/people.route.tsx'
import { type PersonRow, peopleTable } from '#domain/people/contract.ts'
import { readTableQuery, type TablePage } from '#kernel/table.ts'
import { optionsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { asha, ravi } from '#tests/viewers.ts'

test('a table shows its columns and a linked row for each person', () => {
  const { main } = open()
  expect(rowsOf(main.getByRole('table', { name: 'People' }))).toEqual([
    ['Name', 'Role', 'State', 'Email', 'Phone', 'Joined'],
    ['Asha Verma', 'Student', 'Active', 'a•••@samjhao.example', '', 'Apr 01, 2026'],
    ['Ravi Nair', 'Expert, pending', 'Suspended', 'r•••@samjhao.example', '•••• 4321', 'Mar 01, 2026'],
  ])
  const name = main.getByRole('link', { name: 'Asha Verma' })
  expect(name.getAttribute('href')).toBe(`/team/people/${asha.id}`)
})

test('a heading sorts by its column: names ascending, times newest first', () => {
  const { main } = open('?q=nair&role=expert')
  const [name, joined] = [main.getByRole('link', { name: 'Name' }), main.getByRole('link', { name: 'Joined' })]
  expect(name.getAttribute('href')).toBe('/team/people?q=nair&role=expert&sort=name')
  // The default order is newest first, so this link reverses it.
  expect(joined.getAttribute('href')).toBe('/team/people?q=nair&role=expert&sort=joined')
})

test('the sorted column has aria-sort', async () => {
  const { main, user } = open()
  const readOrder = (label: string) => main.getByRole('columnheader', { name: label }).getAttribute('aria-sort')
  expect([readOrder('Joined'), readOrder('Name')]).toEqual(['descending', null])
  await user.click(main.getByRole('link', { name: 'Name' }))
  await waitFor(() => expect([readOrder('Joined'), readOrder('Name')]).toEqual([null, 'ascending']))
  await user.click(main.getByRole('link', { name: 'Name' }))
  await waitFor(() => expect(readOrder('Name')).toBe('descending'))
})

test('a column that cannot be sorted has a plain heading', () => {
  const { main } = open()
  expect(main.getByRole('columnheader', { name: 'Role' }).querySelector('a')).toBeNull()
})

test('a search goes into the URL with the chosen filters and order', async () => {
  const { main, user, url } = open('?role=expert&sort=name')
  await user.fill(main.field('Name, email, phone or id'), 'nair')
  await user.click(main.getByRole('button', { name: 'Search' }))
  await waitFor(() =>
    expect(Object.fromEntries(new URL(url.current, 'http://x').searchParams)).toEqual({
      q: 'nair',
      role: 'expert',
      state: '',
      sort: 'name',
    }),
  )
})

test('a filter applies as soon as it is chosen', async () => {
  const { main, user, url } = open()
  expect(optionsOf(main.field('Role'))).toEqual(['All roles', 'Student', 'Expert', 'Team', 'User'])
  expect(optionsOf(main.field('State'))).toEqual(['Every state', 'Active', 'Suspended', 'Deleted'])
  await user.selectOptions(main.field('State'), 'Suspended')
  await waitFor(() => expect(url.current).toContain('state=suspended'))
})

test('the fields show the current query, even after navigation', async () => {
  const { main, user } = open('?q=nair&role=expert')
  expect(main.field('Name, email, phone or id').value).toBe('nair')
  expect(main.field('Role').value).toBe('expert')
  await user.selectOptions(main.field('Role'), 'All roles')
  await waitFor(() => expect(main.field('Role').value).toBe(''))
  expect(main.field('Name, email, phone or id').value).toBe('nair')
})

test('phones get a sort field instead of column headings', () => {
  const { main } = open('?sort=-name')
  expect(optionsOf(main.field('Sort'))).toEqual(['Joined ↑', 'Joined ↓', 'Name ↑', 'Name ↓'])
  expect(main.field('Sort').value).toBe('-name')
})

test('the Next link contains the key of the last row', () => {
  const next = { value: '1772323200000000', id: ravi.id }
  const first = open('', { next })
  expect(pageLinks(first.main)).toEqual({ Next: `/team/people?sort=-joined&after=${next.value}.${next.id}` })
})

test('a later page links to the previous and the first page', () => {
  const previous = { value: '1775001600000000', id: asha.id }
  const { main } = open(`?role=student&after=1775001600000001.${asha.id}`, { previous })
  expect(pageLinks(main)).toEqual({
    First: '/team/people?role=student&sort=-joined',
    Previous: `/team/people?role=student&sort=-joined&before=${previous.value}.${previous.id}`,
  })
})

test('a table that fits on one page has no page links', () => {
  expect(pageLinks(open().main)).toEqual({})
})

test('a search without results shows a hint', () => {
  const { main } = open('?q=nobody', { rows: [] })
  expect(main.queryByRole('table')).toBeNull()
  expect(main.getByRole('heading', { name: 'No people found' })).toBeTruthy()
  expect(textOf(main.element)).toContain('A phone number needs at least four digits in a row.')
  expect(main.field('Name, email, phone or id').value).toBe('nobody')
})

test('j and k move between rows and stop at both ends', async () => {
  const { user } = open()
  const visited: string[] = []
  for (const key of ['j', 'j', 'j', 'k', 'k']) {
    await user.keyboard(key)
    visited.push(textOf(document.activeElement))
  }
  expect(visited).toEqual(['Asha Verma', 'Ravi Nair', 'Ravi Nair', 'Asha Verma', 'Asha Verma'])
})

test('arrow keys move between rows only when a row has focus', async () => {
  const { user } = open()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(document.body)
  await user.keyboard('j{ArrowDown}')
  expect(textOf(document.activeElement)).toBe('Ravi Nair')
  await user.keyboard('{ArrowUp}')
  expect(textOf(document.activeElement)).toBe('Asha Verma')
})

test('Enter opens the focused row', async () => {
  const { user, url } = open()
  await user.keyboard('j{Enter}')
  await waitFor(() => expect(url.current).toBe(`/team/people/${asha.id}`))
})

test('slash focuses the search box, where shortcuts are plain letters', async () => {
  const { main, user } = open()
  const search = main.field('Name, email, phone or id')
  await user.keyboard('/')
  expect(document.activeElement).toBe(search)
  await user.keyboard('j/k')
  expect(search.value).toBe('j/k')
  expect(document.activeElement).toBe(search)
})

test('shortcuts with Control are ignored', async () => {
  const { user } = open()
  await user.keyboard('{Control>}j{/Control}')
  expect(document.activeElement).toBe(document.body)
})

test('shortcuts are ignored while a dialog is open', async () => {
  const { user } = open()
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  await user.keyboard('j')
  expect(document.activeElement).toBe(document.body)
  dialog.remove()
  await user.keyboard('j')
  expect(textOf(document.activeElement)).toBe('Asha Verma')
})

test('the shortcuts are listed below the table', () => {
  open()
  expect(screen.getByText(/rows,/).textContent).toBe('j k rows, Enter opens, / searches')
})

const rows: PersonRow[] = [
  {
    id: asha.id,
    name: asha.name,
    role: 'student',
    approval: null,
    state: 'active',
    maskedEmail: 'a•••@samjhao.example',
    maskedPhone: null,
    joinedAt: new Date('2026-04-01T06:00:00Z'),
  },
  {
    id: ravi.id,
    name: ravi.name,
    role: 'expert',
    approval: 'pending',
    state: 'suspended',
    maskedEmail: 'r•••@samjhao.example',
    maskedPhone: '•••• 4321',
    joinedAt: new Date('2026-03-01T06:00:00Z'),
  },
]

function open(search = '', page: Partial<TablePage<PersonRow>> = {}) {
  return openTeamScreen(peoplePage, {
    at: `/team/people${search}`,
    data: ({ url }) => ({
      asked: readTableQuery(peopleTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null, ...page },
    }),
  })
}

function pageLinks(main: ReturnType<typeof open>['main']): Record<string, string | null> {
  const links = [...main.getByRole('navigation', { name: 'Pages of People' }).querySelectorAll('a')]
  return Object.fromEntries(links.map((link) => [textOf(link), link.getAttribute('href')]))
}
