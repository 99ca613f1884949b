import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as deskPage from '#app/team/shell/desk.route.tsx'
import type { TeamRole } from '#domain/policy.ts'
import { linksOf, textOf } from '#tests/read-element.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { meera } from '#tests/viewers.ts'

const waiting = { withdrawals: 2, tickets: 1_200, applications: 0, experts: 1, pairs: 3, corrections: 0 }

test('the desk shows every queue with its count, capped at 999+', () => {
  const { main } = openTeamScreen(deskPage, { at: '/team', data: null, shell: { waiting } })
  const [, desk] = main.getAllByRole('list')
  const cards = [...(desk?.children ?? [])].map(textOf)
  expect(cards).toEqual([
    'People who want to be experts Applications 0',
    'Accounts waiting for approval Experts 1',
    'To be decided or paid out Withdrawals 2',
    'Refunds, reports and complaints Tickets 999+',
    'Accounts that may belong to one person Pairs 3',
    'Corrections waiting for a second person Money 0',
  ])
  expect(linksOf(desk as HTMLElement).Tickets).toBe('/team/tickets')
})

test('the side bar lists every page with its count and marks the current one', () => {
  const { main } = openTeamScreen(deskPage, { at: '/team', data: null, shell: { waiting } })
  const nav = main.getByRole('navigation', { name: 'Team' })
  expect(Object.keys(linksOf(nav))).toEqual([
    'Desk',
    'Live',
    'Applications',
    'Experts 1 waiting',
    'Sessions',
    'Withdrawals 2 waiting',
    'Tickets 999+ waiting',
    'People',
    'Reviews',
    'Pairs 3 waiting',
    'Money',
    'Content',
    'Search',
    'Audit log',
    'Outbox',
    'Members',
    'Settings',
  ])
  expect([...nav.querySelectorAll('[aria-current=page]')].map(textOf)).toEqual(['Desk'])
})

test.each([
  [
    'support',
    ['Desk', 'Live', 'Applications', 'Experts', 'Sessions', 'Tickets', 'People', 'Reviews', 'Pairs', 'Outbox'],
  ],
  ['finance', ['Desk', 'Withdrawals', 'Money']],
] as const)('%s sees only the pages and queues of the role', (teamRole, pages) => {
  const { main } = openTeamScreen(deskPage, { at: '/team', data: null, shell: { teamRole } })
  const nav = main.getByRole('navigation', { name: 'Team' })
  expect(Object.keys(linksOf(nav))).toEqual(pages)
  const [, desk] = main.getAllByRole('list')
  expect(pages).toEqual(expect.arrayContaining(Object.keys(linksOf(desk as HTMLElement))))
})

test('counts update live and the page data is reloaded', async () => {
  let readCount = 0
  let current = waiting
  const { main, live } = openTeamScreen(deskPage, {
    at: '/team',
    data: null,
    shell: () => {
      readCount += 1
      return { waiting: current }
    },
  })
  const countBefore = readCount
  current = { ...waiting, experts: 4 }
  act(() => live.publish('waiting:team', current))
  await waitFor(() => expect(main.getByRole('link', { name: 'Experts 4 waiting' })).toBeTruthy())
  await waitFor(() => expect(readCount).toBeGreaterThan(countBefore))
})

test('a role changed by a colleague updates the open page immediately', async () => {
  let teamRole: TeamRole = 'administrator'
  const { main, live } = openTeamScreen(deskPage, { at: '/team', data: null, shell: () => ({ teamRole }) })
  teamRole = 'finance'
  const account = { name: meera.name, role: 'team' as const, avatarUrl: null, signedIn: true, teamRole }
  act(() => live.publish(`account:${meera.id}`, account))
  const nav = main.getByRole('navigation', { name: 'Team' })
  await waitFor(() => expect(Object.keys(linksOf(nav))).toEqual(['Desk', 'Withdrawals', 'Money']))
})

test('an unchanged first event does not reload the page data', () => {
  let readCount = 0
  const { live } = openTeamScreen(deskPage, {
    at: '/team',
    data: null,
    shell: () => {
      readCount += 1
      return { waiting }
    },
  })
  const countBefore = readCount
  act(() => live.publish('waiting:team', waiting))
  expect(readCount).toBe(countBefore)
})
