import { fireEvent, waitFor } from '@testing-library/react'
import { redirect } from 'react-router'
import { expect, test } from 'vitest'
import * as newApplicationPage from '#app/team/applications/application-new.route.tsx'
import { textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'

test('Meera enters an emailed application with the id from the loader', async () => {
  const { main, user, sent, url } = open(({ fields }) => redirect(`/team/applications/${String(fields.id)}`))
  await fill(main, user)
  await user.fill(main.field('Notes'), 'Ten years at a school in Mysuru.')
  fireEvent.change(main.field('Received (Indian time)'), { target: { value: '2026-05-03T15:30' } })
  await user.click(main.getByRole('button', { name: 'Enter' }))
  await waitFor(() => expect(url.current).toBe(`/team/applications/${id}`))
  expect(sent).toEqual([
    {
      to: '/team/applications/new',
      fields: {
        id,
        fullName: 'Kavita Rao',
        email: 'kavita@samjhao.example',
        phone: '+91 98450 00000',
        category: 'skills',
        notes: 'Ten years at a school in Mysuru.',
        receivedAt: '2026-05-03T15:30',
      },
    },
  ])
})

test('the received time defaults to now and cannot be later', () => {
  const { main } = open()
  const received = main.field('Received (Indian time)')
  expect([received.value, received.max]).toEqual(['2026-05-04T12:00', '2026-05-04T12:00'])
  expect(textOf(document.getElementById(`${received.id}-hint`))).toBe('The 72-hour reply deadline starts at this time.')
})

test.each(['Full Name', 'Email', 'Phone Number'])('%s is required', async (label) => {
  const { main, user, sent } = open()
  await fill(main, user)
  await user.clear(main.field(label))
  await user.click(main.getByRole('button', { name: 'Enter' }))
  expect(sent).toEqual([])
})

test.each([
  ['Phone Number', '12345'],
  ['Phone Number', 'no digits here'],
  ['Email', 'kavita'],
])('the form is not sent with the %s "%s"', async (label, invalid) => {
  const { main, user, sent } = open()
  await fill(main, user)
  await user.fill(main.field(label), invalid)
  await user.click(main.getByRole('button', { name: 'Enter' }))
  expect(sent).toEqual([])
})

test('a refusal is shown and the typed values stay', async () => {
  const { main, user } = open(() => refusedAnswer('application_open'))
  await fill(main, user)
  await user.click(main.getByRole('button', { name: 'Enter' }))
  expect(textOf(await main.findByRole('alert'))).toBe('An open application with this email address already exists.')
  expect(main.field('Full Name').value).toBe('Kavita Rao')
})

const id = '0199c0de-0000-7000-8000-00000000a991'

type Opened = ReturnType<typeof open>

async function fill(main: Opened['main'], user: Opened['user']) {
  await user.fill(main.field('Full Name'), 'Kavita Rao')
  await user.fill(main.field('Email'), 'kavita@samjhao.example')
  await user.fill(main.field('Phone Number'), '+91 98450 00000')
  await user.selectOptions(main.field('Category'), 'Skills')
}

function open(answer?: (sent: Sent) => unknown) {
  const data = { id: id as `${string}-${string}-${string}-${string}-${string}`, now: '2026-05-04T12:00' }
  return openTeamScreen(newApplicationPage, { at: '/team/applications/new', data, answer })
}
