import { expect, test } from 'vitest'
import * as applicationsPage from '#app/team/applications/applications.route.tsx'
import { type ApplicationRow, applicationTable } from '#domain/applications/contract.ts'
import type { ApplicationId } from '#kernel/ids.ts'
import { readTableQuery } from '#kernel/table.ts'
import { optionsOf, rowsOf, textOf } from '#tests/read-element.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'

test('the table shows applicant, stage and the 72-hour reply deadline', () => {
  const { main } = open([
    kavitasRow,
    { ...kavitasRow, id: 'b' as ApplicationId, stage: 'interview', answerBy: new Date('2026-05-04T10:00:00Z') },
    { ...kavitasRow, id: 'c' as ApplicationId, answerBy: new Date('2026-05-01T06:00:00Z') },
    {
      ...kavitasRow,
      id: 'd' as ApplicationId,
      stage: 'rejected',
      answeredAt: new Date('2026-05-06T00:00:00Z'),
    },
  ])
  const rows = rowsOf(main.getByRole('table', { name: 'Applications' }))
  const applicant = 'Kavita Rao kavita@samjhao.example'
  const received = 'May 03, 2026, 3:30 PM'
  expect(rows).toEqual([
    ['Name', 'Category', 'Stage', 'Received', 'Reply'],
    [applicant, 'Academic', 'Received', received, 'Due in 51 hours'],
    [applicant, 'Academic', 'Interview', received, 'Due in 3 hours'],
    [applicant, 'Academic', 'Received', received, 'Late by 3 days'],
    [applicant, 'Academic', 'Rejected', received, 'Answered in time'],
  ])
  const [first] = main.getAllByRole('link', { name: applicant })
  expect(first?.getAttribute('href')).toBe(`/team/applications/${kavitasRow.id}`)
})

test('the table can be filtered by stage, reply deadline and category', () => {
  const { main } = open([kavitasRow])
  const stages = ['Every stage', 'Received', 'Reviewing', 'Interview', 'Accepted', 'Rejected']
  expect(optionsOf(main.field('Stage'))).toEqual(stages)
  expect(optionsOf(main.field('Reply deadline'))).toEqual(['All', 'Not decided', 'Late'])
  expect(optionsOf(main.field('Category'))).toEqual(['All', 'Academic', 'Skills', 'Professional'])
})

test('an empty table links to the form for a new application', () => {
  const { main } = open([])
  expect(main.getByRole('heading', { name: 'No applications here' })).toBeTruthy()
  const enter = main.getByRole('link', { name: 'Enter an application' })
  expect(enter.getAttribute('href')).toBe('/team/applications/new')
  expect(textOf(main.element)).toContain('We reply to each one within 72 hours')
})

const kavitasRow: ApplicationRow = {
  id: '0199c0de-0000-7000-8000-00000000a991' as ApplicationId,
  fullName: 'Kavita Rao',
  email: 'kavita@samjhao.example',
  category: 'academic',
  stage: 'received',
  receivedAt: new Date('2026-05-03T10:00:00Z'),
  answerBy: new Date('2026-05-06T10:00:00Z'),
  answeredAt: null,
  interviewAt: null,
}

function open(rows: ApplicationRow[]) {
  return openTeamScreen(applicationsPage, {
    at: '/team/applications',
    data: ({ url }) => ({
      asked: readTableQuery(applicationTable, new URL(url).searchParams),
      page: { rows, previous: null, next: null },
    }),
  })
}
