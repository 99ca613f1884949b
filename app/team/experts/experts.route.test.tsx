import { expect, test } from 'vitest'
import * as expertsPage from '#app/team/experts/experts.route.tsx'
import { type ExpertRow, expertTable } from '#domain/team/contract.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { readTableQuery } from '#kernel/table.ts'
import { optionsOf, rowsOf } from '#tests/read-element.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { ravi } from '#tests/viewers.ts'

test('the table shows approval, verifications and terms of each expert', () => {
  const kavitasRow: ExpertRow = {
    ...ravisRow,
    id: '0199c0de-0000-7000-8000-00000000ea12' as ExpertId,
    name: 'Kavita Rao',
    email: 'kavita@samjhao.example',
    approval: 'pending',
    category: null,
    isOnline: false,
    verified: [],
  }
  const { main } = open([ravisRow, kavitasRow])
  expect(rowsOf(main.getByRole('table', { name: 'Experts' }))).toEqual([
    ['Name', 'Approval', 'Verified', 'Category', 'Online', 'Rate and share', 'Member since'],
    [
      'Ravi Nair ravi@samjhao.example',
      'Approved',
      'Identity, Interview',
      'Academic',
      'Online',
      '₹10, 80%',
      'Mar 01, 2026',
    ],
    ['Kavita Rao kavita@samjhao.example', 'Pending', 'None', 'Not chosen', 'Offline', '₹10, 80%', 'Mar 01, 2026'],
  ])
  expect(main.getByRole('link', { name: /^Ravi Nair/ }).getAttribute('href')).toBe(`/team/experts/${ravi.expertId}`)
})

test('the table can be filtered by approval, category and online state', () => {
  const { main } = open([ravisRow])
  expect(optionsOf(main.field('Approval'))).toEqual(['All', 'Pending', 'Approved', 'Suspended'])
  expect(optionsOf(main.field('Category'))).toEqual(['All', 'Academic', 'Skills', 'Professional'])
  expect(optionsOf(main.field('Online'))).toEqual(['All', 'Online now', 'Offline'])
})

test('an empty table shows an empty state', () => {
  const { main } = open([])
  expect(main.getByRole('heading', { name: 'No experts here' })).toBeTruthy()
})

const ravisRow: ExpertRow = {
  id: ravi.expertId,
  name: ravi.name,
  email: ravi.email,
  approval: 'approved',
  category: 'academic',
  isOnline: true,
  ratePaisePerMinute: paise(1_000),
  sharePercent: 80,
  verified: ['identity', 'interview'],
  memberSince: new Date('2026-03-01T06:00:00Z'),
}

function open(rows: ExpertRow[]) {
  return openTeamScreen(expertsPage, {
    at: '/team/experts',
    data: ({ url }) => ({
      asked: readTableQuery(expertTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null },
    }),
  })
}
