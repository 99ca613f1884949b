import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as incomePage from '#app/team/books/income.route.tsx'
import { paise } from '#kernel/money.ts'
import { rowsOf, textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'

test('the daily fees are summed and listed, latest first', () => {
  const { main } = open()
  expect(textOf(main.element)).toContain('₹62 in total.')
  expect(rowsOf(main.getByRole('table', { name: 'Fee income, last 30 days' }))).toEqual([
    ['Period', 'Fee'],
    ['May 04, 2026', '-₹18'],
    ['May 03, 2026', '₹80'],
  ])
})

test('links switch between days and months and mark the current one', () => {
  const { main } = open()
  const [days, months] = ['Last 30 days', 'Last 12 months'].map((name) => main.getByRole('link', { name }))
  expect(days?.getAttribute('aria-current')).toBe('true')
  expect(months?.getAttribute('aria-current')).toBeNull()
  expect(months?.getAttribute('href')).toBe('/team/money/income?by=month')
})

test('a month can be downloaded when the password was confirmed recently', () => {
  const { main } = open()
  const file = main.getByRole('link', { name: 'CSV of April 2026' })
  expect(file.getAttribute('href')).toBe('/team/money/sessions.csv?month=2026-04')
  expect(rowsOf(main.getByRole('table', { name: 'Sessions by month' }))).toEqual([
    ['Month', 'Settled sessions', 'File'],
    ['May 2026', '0', 'Nothing to export'],
    ['April 2026', '1,24,000', 'CSV of April 2026'],
  ])
})

test('without a recently confirmed password the page shows a password form and no links', async () => {
  let passwordIsRecent = false
  const { main, user, sent } = open(
    () => {
      passwordIsRecent = true
      return { done: 'You can now download the files for a few minutes.' }
    },
    () => passwordIsRecent,
  )
  expect(rowsOf(main.getByRole('table', { name: 'Sessions by month' }))[2]?.[2]).toBe('Password required')
  await user.fill(main.field('Your password'), 'meera-decides')
  await user.click(main.getByRole('button', { name: 'Show files' }))
  await waitFor(() => expect(toastText()).toBe('You can now download the files for a few minutes.'))
  expect(sent).toEqual([{ to: '/team/money/income', fields: { password: 'meera-decides' } }])
  await main.findByRole('link', { name: 'CSV of April 2026' })
  expect(main.fields('Your password')).toEqual([])
  await waitFor(() => expect(document.activeElement?.querySelector('table')).toBeTruthy())
})

test('a wrong password shows an error and no links', async () => {
  const { main, user } = open(
    () => refusedAnswer('wrong_current_password'),
    () => false,
  )
  await user.fill(main.field('Your password'), 'a guess')
  await user.click(main.getByRole('button', { name: 'Show files' }))
  expect(textOf(await main.findByRole('alert'))).toBe('The current password is incorrect.')
  expect(main.queryByRole('link', { name: /^CSV/ })).toBeNull()
})

function open(answer?: (sent: Sent) => unknown, passwordIsRecent = () => true) {
  return openTeamScreen(incomePage, {
    at: '/team/money/income',
    data: {
      by: 'day',
      periods: [
        { period: '2026-05-03', fee: paise(8_000) },
        { period: '2026-05-04', fee: paise(-1_800) },
      ],
      months: [
        { month: '2026-05', sessions: 0 },
        { month: '2026-04', sessions: 124_000 },
      ],
    },
    shell: () => ({ passwordIsRecent: passwordIsRecent() }),
    answer,
  })
}
