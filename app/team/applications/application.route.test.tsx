import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as applicationPage from '#app/team/applications/application.route.tsx'
import { type Application, draftLetter } from '#domain/applications/contract.ts'
import type { ApplicationId } from '#kernel/ids.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { factsOf, linksOf, textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { confirm, openTeamScreen } from '#tests/team-screen.tsx'
import { ravi } from '#tests/viewers.ts'

test('an application shows the applicant, its stage and the reply deadline', () => {
  const { main } = open()
  expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Kavita Rao')
  expect(factsOf(main.region('The applicant').element)).toEqual({
    'Full name': 'Kavita Rao',
    Email: 'kavita@samjhao.example',
    Phone: '+91 98450 00000',
    Category: 'Academic',
    'Email received': 'May 03, 2026, 3:30 PM',
    Notes: 'None',
  })
  const stage = textOf(main.region('Stage').element)
  expect(stage).toContain('Received Due in 51 hours We promised an answer by May 06, 2026, 3:30 PM.')
})

test('Meera starts the review with the revision she has seen', async () => {
  const { main, user, sent } = open({}, () => ({ done: 'You are reviewing this application.' }))
  await user.click(main.getByRole('button', { name: 'Start reviewing' }))
  await waitFor(() => expect(toastText()).toBe('You are reviewing this application.'))
  const fields = { act: 'review', revision: '3' }
  expect(sent).toEqual([{ to: `/team/applications/${kavitasApplication.id}`, fields }])
})

test('focus moves to the stage heading when the submitted form disappears', async () => {
  let application = kavitasApplication
  const { main, user } = open(
    () => application,
    () => {
      application = { ...kavitasApplication, stage: 'reviewing', revision: 4 }
      return { done: 'You are reviewing this application.' }
    },
  )
  await user.click(main.getByRole('button', { name: 'Start reviewing' }))
  await waitFor(() => expect(main.queryByRole('button', { name: 'Start reviewing' })).toBeNull())
  await waitFor(() => expect(textOf(document.activeElement)).toBe('Stage'))
})

test('the Start reviewing button is hidden in later stages', () => {
  const { main } = open({ stage: 'interview' })
  expect(main.queryByRole('button', { name: 'Start reviewing' })).toBeNull()
  expect(main.getByRole('button', { name: 'Accept' })).toBeTruthy()
})

test('an interview is planned in Indian time', async () => {
  const { main, user, sent } = open({}, () => ({ done: 'The invitation is on its way.' }))
  await user.click(main.getByRole('button', { name: 'Plan the interview' }))
  expect(sent).toEqual([])
  fireEvent.change(main.field('Interview (Indian time)'), { target: { value: '2026-05-06T11:30' } })
  await user.click(main.getByRole('button', { name: 'Plan the interview' }))
  await waitFor(() => expect(toastText()).toBe('The invitation is on its way.'))
  expect(sent[0]?.fields).toEqual({ act: 'interview', revision: '3', at: '2026-05-06T11:30' })
})

test('a planned interview can be rescheduled', () => {
  const { main } = open({ stage: 'interview', interviewAt: new Date('2026-05-06T06:00:00Z') })
  expect(main.field('Interview (Indian time)').value).toBe('2026-05-06T11:30')
  expect(main.getByRole('button', { name: 'Change the time' })).toBeTruthy()
  expect(textOf(main.region('Stage').element)).toContain('The interview is on May 06, 2026, 11:30 AM.')
})

test('a refused interview time shows an error at its field', async () => {
  const { main, user } = open({}, () => refusedAnswer('interview_time'))
  const field = main.field('Interview (Indian time)')
  fireEvent.change(field, { target: { value: '2020-05-06T11:30' } })
  await user.click(main.getByRole('button', { name: 'Plan the interview' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(textOf(document.getElementById(`${field.id}-error`))).toBe('Choose a time in the next 60 days.')
  expect(field.getAttribute('aria-describedby')).toContain(`${field.id}-error`)
})

test('accepting creates an account', async () => {
  const { main, user, sent } = open({}, () => ({ done: 'Accepted.' }))
  expect(textOf(main.region('Stage').element)).toContain('emails a one-time link to set a password')
  await user.click(main.getByRole('button', { name: 'Accept' }))
  expect(await confirm(user)).toBe(
    'Accept the application of Kavita Rao. An expert account is created, and a one-time link goes to kavita@samjhao.example. This cannot be undone.',
  )
  await waitFor(() => expect(toastText()).toBe('Accepted.'))
  expect(sent[0]?.fields).toEqual({ act: 'accept', revision: '3' })
})

test('accepting links an existing expert account', async () => {
  const account = { role: 'expert' as const, expertId: ravi.expertId, isLinked: false }
  const { main, user, sent } = open({ account }, () => ({ done: 'Accepted. The account is linked.' }))
  await user.click(main.getByRole('button', { name: 'Accept and link the account' }))
  expect(await confirm(user)).toBe(
    'Accept the application of Kavita Rao and link the expert account of kavita@samjhao.example. This cannot be undone.',
  )
  await waitFor(() => expect(toastText()).toBe('Accepted. The account is linked.'))
  expect(sent[0]?.fields).toEqual({ act: 'accept', revision: '3', link: 'true' })
})

test.each([
  ['student', 'student'],
  ['team', 'colleague'],
] as const)('a %s account cannot become an expert account', (role, word) => {
  const { main } = open({ account: { role, expertId: null, isLinked: false } })
  expect(textOf(main.region('Stage').element)).toContain(
    `kavita@samjhao.example belongs to a ${word}, and an account cannot change its role.`,
  )
  expect(main.queryByRole('button', { name: /^Accept/ })).toBeNull()
  expect(main.getByRole('button', { name: 'Reject…' })).toBeTruthy()
})

test('rejecting opens a draft letter and sends it only after confirmation', async () => {
  const { main, user, sent } = open({}, () => ({ done: 'Rejected. The letter is on its way.' }))
  await user.click(main.getByRole('button', { name: 'Reject…' }))
  const letter = main.field('Letter to the applicant')
  expect(document.activeElement).toBe(letter)
  expect(letter.value).toMatch(/^Dear Kavita Rao,/)
  await expectAccessible()
  expect(sent).toEqual([])
  await user.fill(letter, 'Dear Kavita, not this time.')
  await user.click(main.getByRole('button', { name: 'Reject and send' }))
  expect(await confirm(user)).toBe(
    'Reject the application of Kavita Rao and send this letter to kavita@samjhao.example. This cannot be undone.',
  )
  await waitFor(() => expect(toastText()).toBe('Rejected. The letter is on its way.'))
  const fields = { act: 'reject', revision: '3', letter: 'Dear Kavita, not this time.' }
  expect(sent.map(({ fields: sentFields }) => sentFields)).toEqual([fields])
})

test('cancelling a rejection returns focus to its button', async () => {
  const { main, user } = open()
  await user.click(main.getByRole('button', { name: 'Reject…' }))
  await user.click(main.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(main.getByRole('button', { name: 'Reject…' })))
  expect(main.fields('Letter to the applicant')).toEqual([])
})

test('acting on a stale page shows who changed the application', async () => {
  const { main, user } = open({}, () =>
    refusedAnswer('application_moved_on', 'Last: application reviewed, by Tara Bose.'),
  )
  await user.click(main.getByRole('button', { name: 'Accept' }))
  await confirm(user)
  expect(textOf(await main.findByRole('alert'))).toContain('Last: application reviewed, by Tara Bose.')
})

test('saving edited details returns focus to their heading', async () => {
  const { main, user, sent } = open({}, () => ({ done: 'Saved.' }))
  const applicant = main.region('The applicant')
  await user.click(applicant.getByRole('button', { name: 'Edit' }))
  expect(applicant.field('Email').value).toBe('kavita@samjhao.example')
  await user.fill(applicant.field('Full Name'), 'Kavita S. Rao')
  await user.click(applicant.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(toastText()).toBe('Saved.'))
  expect(sent[0]?.fields).toEqual({
    act: 'change',
    revision: '3',
    fullName: 'Kavita S. Rao',
    email: 'kavita@samjhao.example',
    phone: '+91 98450 00000',
    category: 'academic',
    notes: '',
  })
  await waitFor(() => expect(applicant.queryByRole('button', { name: 'Save' })).toBeNull())
  await waitFor(() => expect(textOf(document.activeElement)).toBe('The applicant'))
})

test('cancelling an edit changes nothing', async () => {
  const { main, user, sent } = open()
  const applicant = main.region('The applicant')
  await user.click(applicant.getByRole('button', { name: 'Edit' }))
  await user.type(applicant.field('Full Name'), '!')
  await user.click(applicant.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  expect(textOf(document.activeElement)).toBe('The applicant')
  expect(factsOf(applicant.element)['Full name']).toBe('Kavita Rao')
})

test('documents are listed with size and time, and can be removed', async () => {
  const degree = {
    id: 'd1',
    name: 'degree.pdf',
    sizeBytes: 204_800,
    storedAt: new Date('2026-05-04T05:00:00Z'),
  }
  const { main, user, sent } = open({ documents: [degree] }, () => ({ done: 'The document is removed.' }))
  const documents = main.region('Documents')
  expect(linksOf(documents.element)).toEqual({ 'degree.pdf': '/application-documents/d1' })
  expect(textOf(documents.element)).toContain('200 KB, May 04, 2026, 10:30 AM')
  await user.click(documents.getByRole('button', { name: 'Remove degree.pdf' }))
  await waitFor(() => expect(toastText()).toBe('The document is removed.'))
  expect(sent[0]?.fields).toEqual({ act: 'remove', document: 'd1' })
})

test('an application without documents shows an empty state', () => {
  expect(textOf(open().main.region('Documents').element)).toContain('None yet. Add a document')
})

test('an unsupported file type is refused before upload', async () => {
  const { main, user } = open()
  const documents = main.region('Documents')
  const fileInput = documents.element.querySelector('input[type=file]') as HTMLInputElement
  fileInput.removeAttribute('accept')
  await user.upload(fileInput, new File(['MZ'], 'tool.exe', { type: 'application/x-msdownload' }))
  expect(textOf(await documents.findByRole('alert'))).toMatch(/PDF/)
})

test('an accepted application links to its expert and has no actions', () => {
  const account = { role: 'expert' as const, expertId: ravi.expertId, isLinked: true }
  const { main } = open({ stage: 'accepted', account, answeredAt: new Date('2026-05-04T06:00:00Z') })
  const stage = main.region('Stage')
  expect(linksOf(stage.element)).toEqual({ 'Open the expert': `/team/experts/${ravi.expertId}` })
  expect(stage.queryAllByRole('button')).toEqual([])
  expect(main.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(textOf(stage.element)).toContain('Accepted Answered in time')
})

test('a rejected application shows its letter and accepts no more documents', () => {
  const { main } = open({ stage: 'rejected', letter: 'Dear Kavita, not this time.' })
  expect(factsOf(main.region('The applicant').element).Letter).toBe('Dear Kavita, not this time.')
  expect(main.queryByRole('button', { name: 'Add a document' })).toBeNull()
})

const kavitasApplication: Application = {
  id: '0199c0de-0000-7000-8000-00000000a991' as ApplicationId,
  fullName: 'Kavita Rao',
  email: 'kavita@samjhao.example',
  phone: '+91 98450 00000',
  category: 'academic',
  notes: '',
  stage: 'received',
  revision: 3,
  receivedAt: new Date('2026-05-03T10:00:00Z'),
  answerBy: new Date('2026-05-06T10:00:00Z'),
  answeredAt: null,
  interviewAt: null,
  letter: null,
  documents: [],
  account: null,
}

function open(overrides: Partial<Application> | (() => Application) = {}, answer?: (sent: Sent) => unknown) {
  const read = typeof overrides === 'function' ? overrides : () => ({ ...kavitasApplication, ...overrides })
  const letter = draftLetter({ fullName: kavitasApplication.fullName, productName: 'Samjhao' })
  return openTeamScreen(applicationPage, {
    at: `/team/applications/${kavitasApplication.id}`,
    path: '/team/applications/:id',
    data: () => ({ application: read(), trail: [], letter }),
    answer,
  })
}
