import { waitFor } from '@testing-library/react'
import { redirect } from 'react-router'
import { expect, test } from 'vitest'
import * as newTicketPage from '#app/team/tickets/ticket-new.route.tsx'
import { textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'

test('entering a complaint redirects to its ticket', async () => {
  const { main, user, sent, url } = open(() => redirect('/team/tickets/43'))
  await user.fill(main.field('Email of the account'), 'asha@samjhao.example')
  await user.fill(main.field('In their words'), 'The page is slow.')
  await user.click(main.getByRole('button', { name: 'Create ticket' }))
  await waitFor(() => expect(url.current).toBe('/team/tickets/43'))
  const fields = { email: 'asha@samjhao.example', session: '', words: 'The page is slow.' }
  expect(sent).toEqual([{ to: '/team/tickets/new', fields }])
})

test('the email address and the text are required, the session is optional', async () => {
  const { main, user, sent } = open()
  expect(main.field('Session').required).toBe(false)
  await user.fill(main.field('Email of the account'), 'asha@samjhao.example')
  await user.click(main.getByRole('button', { name: 'Create ticket' }))
  expect(sent).toEqual([])
})

test('an email address without an account shows an error and keeps the typed values', async () => {
  const { main, user } = open(() => refusedAnswer('nothing_there'))
  await user.fill(main.field('Email of the account'), 'nobody@samjhao.example')
  await user.fill(main.field('In their words'), 'The page is slow.')
  await user.click(main.getByRole('button', { name: 'Create ticket' }))
  expect(textOf(await main.findByRole('alert'))).toBe('We could not find that. It may have been removed.')
  expect(main.field('In their words').value).toBe('The page is slow.')
})

function open(answer?: (sent: Sent) => unknown) {
  return openTeamScreen(newTicketPage, { at: '/team/tickets/new', data: null, answer })
}
