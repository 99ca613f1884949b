import { expect, test } from 'vitest'
import * as ticketsPage from '#app/team/tickets/tickets.route.tsx'
import { type Ticket, ticketTable } from '#domain/tickets/contract.ts'
import { paise } from '#kernel/money.ts'
import { readTableQuery } from '#kernel/table.ts'
import { optionsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { refundTicket } from '#tests/tickets.ts'

test('the queue shows author, due date and refund of each ticket', () => {
  const late: Ticket = {
    ...refundTicket,
    number: 41,
    kind: 'complaint',
    state: 'acknowledged',
    dueAt: new Date('2026-05-01T06:30:00Z'),
  }
  const resolved: Ticket = { ...refundTicket, number: 40, kind: 'report', state: 'resolved', words: null }
  const automatic = { ...resolved, number: 39, isAutomatic: true, refunded: paise(3_000) }
  const { main } = open([refundTicket, late, resolved, automatic])
  const received = '1 hour ago, May 04, 2026, 11:00 AM'
  const complaint = 'I could not hear a word.'
  expect(rowsOf(main.getByRole('table', { name: 'Refunds and complaints' }))).toEqual([
    ['Ticket', 'From', 'State', 'Due', 'Received', 'Refunded', 'In their words'],
    ['42 Refund', 'Asha Verma', 'New', 'Acknowledge in 47 hours', received, '', complaint],
    ['41 Complaint', 'Asha Verma', 'Acknowledged', 'Decide: 3 days late', received, '', complaint],
    ['40 Report', 'Asha Verma', 'Resolved', '', received, '', ''],
    ['39 Report', 'Asha Verma', 'Automatic', '', received, '₹30', ''],
  ])
  expect(main.getByRole('link', { name: '42 Refund' }).getAttribute('href')).toBe('/team/tickets/42')
})

test.each([
  ['2026-05-04T06:31:00Z', 'Acknowledge in 1 minute'],
  ['2026-05-04T07:30:00Z', 'Acknowledge in 1 hour'],
  ['2026-05-07T06:29:00Z', 'Acknowledge in 71 hours'],
  ['2026-05-07T06:30:00Z', 'Acknowledge in 3 days'],
  ['2026-05-04T06:10:00Z', 'Acknowledge: 20 minutes late'],
])('a ticket due at %s shows "%s"', (dueAt, text) => {
  const { main } = open([{ ...refundTicket, dueAt: new Date(dueAt) }])
  expect(rowsOf(main.getByRole('table'))[1]?.[3]).toBe(text)
})

test('the queue can be filtered by kind and state and defaults to waiting tickets', () => {
  const { main } = open([refundTicket])
  expect(optionsOf(main.field('Kind'))).toEqual(['Every kind', 'Refund', 'Report', 'Complaint'])
  const states = ['Waiting', 'New', 'Acknowledged', 'Resolved', 'Automatic refunds', 'All']
  expect(optionsOf(main.field('State'))).toEqual(states)
})

test('an empty queue shows an empty state and a link to enter a complaint', () => {
  const { main } = open([])
  expect(main.getByRole('heading', { name: 'Nothing waiting here' })).toBeTruthy()
  const enter = main.getByRole('link', { name: 'Enter a complaint' })
  expect(enter.getAttribute('href')).toBe('/team/tickets/new')
})

test('the promised deadlines are shown above the queue', () => {
  const { main } = open([])
  expect(textOf(main.element)).toContain('Acknowledged within 48 hours, decided within 30 days.')
})

function open(rows: Ticket[]) {
  return openTeamScreen(ticketsPage, {
    at: '/team/tickets',
    data: ({ url }) => ({
      asked: readTableQuery(ticketTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null },
    }),
  })
}
