import { waitFor } from '@testing-library/react'
import { redirect } from 'react-router'
import { expect, test } from 'vitest'
import * as newCorrectionPage from '#app/team/books/correction-new.route.tsx'
import { optionsOf, textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent } from '#tests/screen.tsx'
import { confirm, openTeamScreen } from '#tests/team-screen.tsx'

test('Meera proposes a correction and is redirected to it', async () => {
  const { main, user, sent, url } = open(() => redirect('/team/money/corrections/c1'))
  await fill(main, user)
  await user.click(main.getByRole('button', { name: 'Propose' }))
  await confirm(user)
  await waitFor(() => expect(url.current).toBe('/team/money/corrections/c1'))
  expect(sent).toEqual([
    {
      to: '/team/money/corrections/new',
      fields: {
        id: firstId,
        person: 'asha@samjhao.example',
        from: 'gateway_clearing',
        to: 'student_wallet',
        amount: '250',
        cause: 'payment_missing',
        reason: 'Paid on Friday, and never arrived.',
        password: 'meera-decides',
      },
    },
  ])
})

test('the form offers every account, grouped by person and platform', () => {
  const { main } = open()
  const accounts = [
    'The student’s wallet',
    'The expert’s earnings',
    'Platform fee',
    'Refund reserve',
    'Payment provider',
    'Bank',
  ]
  expect(optionsOf(main.field('From'))).toEqual(accounts)
  expect(optionsOf(main.field('To'))).toEqual(accounts)
  const groups = [...main.field('From').querySelectorAll('optgroup')].map(({ label }) => label)
  expect(groups).toEqual(['The person', 'The platform'])
})

test('the causes are shown as they appear on the statement', () => {
  expect(optionsOf(open().main.field('Text on the statement'))).toContain('Correction by our team: goodwill')
})

test.each(['Person’s email address', 'Amount', 'Reason', 'Your password'])('%s is required', async (label) => {
  const { main, user, sent } = open()
  await fill(main, user)
  await user.clear(main.field(label))
  await user.click(main.getByRole('button', { name: 'Propose' }))
  expect(sent).toEqual([])
})

test('a refused proposal keeps its id and values for the retry', async () => {
  let idCount = 0
  const { main, user, sent } = open(
    () => refusedAnswer('not_an_amount'),
    () => `id-${(idCount += 1)}`,
  )
  await fill(main, user)
  await user.click(main.getByRole('button', { name: 'Propose' }))
  await confirm(user)
  expect(textOf(await main.findByRole('alert'))).toBe(refusedAnswer('not_an_amount').data.refusal.text)
  expect(main.field('Reason').value).toBe('Paid on Friday, and never arrived.')
  await user.click(main.getByRole('button', { name: 'Propose' }))
  await confirm(user)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(idCount).toBeGreaterThan(1)
  expect(sent.map(({ fields }) => fields.id)).toEqual(['id-1', 'id-1'])
})

const firstId = '0199c0de-0000-7000-8000-0000000000c0'

type Opened = ReturnType<typeof open>

async function fill(main: Opened['main'], user: Opened['user']) {
  await user.fill(main.field('Person’s email address'), 'asha@samjhao.example')
  await user.fill(main.field('Amount'), '250')
  await user.fill(main.field('Reason'), 'Paid on Friday, and never arrived.')
  await user.fill(main.field('Your password'), 'meera-decides')
}

type Id = `${string}-${string}-${string}-${string}-${string}`

function open(answer?: (sent: Sent) => unknown, newId = () => firstId) {
  return openTeamScreen(newCorrectionPage, {
    at: '/team/money/corrections/new',
    data: () => ({ id: newId() as Id }),
    shell: { passwordIsRecent: false },
    answer,
  })
}
