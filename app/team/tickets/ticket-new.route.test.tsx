import { waitFor } from '@testing-library/react'
import { redirect } from 'react-router'
import { expect, test } from 'vitest'
import * as newTicketPage from '#app/team/tickets/ticket-new.route.tsx'
import { textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'

test('a complaint that came by mail is entered, and its ticket opens', async () => {
  const { main, user, sent, place } = open(() => redirect('/team/tickets/43'))
  await user.fill(main.field('Email of their account'), 'asha@samjhao.example')
  await user.fill(main.field('In their words'), 'The page is slow.')
  await user.click(main.getByRole('button', { name: 'Give it a number' }))
  await waitFor(() => expect(place.current).toBe('/team/tickets/43'))
  const fields = { email: 'asha@samjhao.example', session: '', words: 'The page is slow.' }
  expect(sent).toEqual([{ to: '/team/tickets/new', fields }])
})

test('the address and the words are required, the session is not', async () => {
  const { main, user, sent } = open()
  expect(main.field('Session').required).toBe(false)
  await user.fill(main.field('Email of their account'), 'asha@samjhao.example')
  await user.click(main.getByRole('button', { name: 'Give it a number' }))
  expect(sent).toEqual([])
})

test('an address without an account is refused, and what was typed stays', async () => {
  const { main, user } = open(() => refusedAnswer('nothing_there'))
  await user.fill(main.field('Email of their account'), 'nobody@samjhao.example')
  await user.fill(main.field('In their words'), 'The page is slow.')
  await user.click(main.getByRole('button', { name: 'Give it a number' }))
  expect(textOf(await main.findByRole('alert'))).toBe('There is nothing here any more.')
  expect(main.field('In their words').value).toBe('The page is slow.')
})

function open(answer?: (sent: Sent) => unknown) {
  return openTeamScreen(newTicketPage, { at: '/team/tickets/new', data: null, answer })
}
