import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as settingsPage from '#app/team/settings/settings.route.tsx'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { confirm, openTeamScreen } from '#tests/team-screen.tsx'

type Setup = { answer?: (sent: Sent) => unknown; people?: typeof alone; beforeScripts?: boolean }
const alone = { memberCount: 1, payerCount: 1 }

function open({ answer, people = alone, beforeScripts = false }: Setup = {}) {
  return openTeamScreen(settingsPage, {
    at: '/team/settings',
    data: { payoutRule: { secondPersonAbovePaise: paise(2_500_000), ...people } },
    answer,
    beforeScripts,
  })
}

test('the page shows the limit and the number of people who may pay out', async () => {
  const { main } = open({ people: { memberCount: 3, payerCount: 2 } })
  expect(main.field('Second person above').value).toBe('25000')
  expect(textOf(main.element)).toContain('The team has 3 people, so every payout needs two. 2 of them may pay out.')
  await expectAccessible()
})

test.each([
  [{ memberCount: 1, payerCount: 1 }, 'Up to this amount, you pay out alone, because nobody else is in the team.'],
  [{ memberCount: 2, payerCount: 1 }, 'Only one may pay out: give another member the role finance.'],
])('with %o the page explains the rule', (people, text) => {
  expect(textOf(open({ people }).main.element)).toContain(text)
})

test('the limit is saved after a confirmation dialog', async () => {
  const { main, user, sent } = open({ answer: () => ({ done: 'Saved. It applies to the next payout.' }) })
  await user.fill(main.field('Second person above'), '10000')
  await user.click(main.getByRole('button', { name: 'Save' }))
  expect(await confirm(user)).toContain('every withdrawal above ₹10,000.')
  await waitFor(() => expect(toastText()).toBe('Saved. It applies to the next payout.'))
  expect(sent).toEqual([{ to: '/team/settings', fields: { act: 'payout_limit', amount: '10000' } }])
})

test('before scripts have loaded, the confirmation contains no amount', () => {
  const { main } = open({ beforeScripts: true })
  expect(main.getByRole('checkbox', { name: /every withdrawal above the amount entered\. Up to/ })).toBeTruthy()
})

test('a refused amount shows an error beside the field', async () => {
  const { main, user } = open({ answer: () => refusedAnswer('payout_limit') })
  await user.fill(main.field('Second person above'), 'much')
  await user.click(main.getByRole('button', { name: 'Save' }))
  await confirm(user)
  expect(await main.findByText('Enter an amount in rupees from 0 to 1,00,00,000.')).toBeTruthy()
})
