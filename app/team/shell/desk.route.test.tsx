import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as deskPage from '#app/team/shell/desk.route.tsx'
import { linksOf, textOf } from '#tests/read-element.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'

const waiting = { withdrawals: 2, tickets: 1_200, applications: 0, experts: 1, corrections: 0 }

test('the desk shows every queue with its count, capped at 999+', () => {
  const { main } = openTeamScreen(deskPage, { at: '/team', data: null, shell: { waiting } })
  const [, desk] = main.getAllByRole('list')
  const cards = [...(desk?.children ?? [])].map(textOf)
  expect(cards).toEqual([
    'People who want to be experts Applications 0',
    'Accounts waiting for approval Experts 1',
    'To be decided or paid out Withdrawals 2',
    'Refunds, reports and complaints Tickets 999+',
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
    'Money',
    'Content',
    'Audit log',
    'Outbox',
  ])
  expect([...nav.querySelectorAll('[aria-current=page]')].map(textOf)).toEqual(['Desk'])
})

test('counts update live and the page data is reloaded', async () => {
  let reads = 0
  let known = waiting
  const { main, live } = openTeamScreen(deskPage, {
    at: '/team',
    data: null,
    shell: () => {
      reads += 1
      return { waiting: known }
    },
  })
  const before = reads
  known = { ...waiting, experts: 4 }
  act(() => live.publish('waiting:team', known))
  await waitFor(() => expect(main.getByRole('link', { name: 'Experts 4 waiting' })).toBeTruthy())
  await waitFor(() => expect(reads).toBeGreaterThan(before))
})

test('an unchanged first event does not reload the page data', () => {
  let reads = 0
  const { live } = openTeamScreen(deskPage, {
    at: '/team',
    data: null,
    shell: () => {
      reads += 1
      return { waiting }
    },
  })
  const before = reads
  act(() => live.publish('waiting:team', waiting))
  expect(reads).toBe(before)
})
