import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as settingsPage from '#app/team/settings/settings.route.tsx'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { textOf } from '#tests/read-element.ts'
import { refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { confirm, openTeamScreen } from '#tests/team-screen.tsx'

function open(answer?: (sent: Sent) => unknown, payerCount = 1) {
  return openTeamScreen(settingsPage, {
    at: '/team/settings',
    data: { payoutRule: { secondPersonAbovePaise: paise(2_500_000), payerCount } },
    answer,
  })
}

test('shows the limit and how many people may pay out', async () => {
  const { main } = open(undefined, 2)
  expect(main.field('Second person above').value).toBe('25000')
  expect(textOf(main.element)).toContain('2 people may pay out now, so every payout needs two.')
  await expectAccessible()
})

test('the limit is saved after a confirmation in words', async () => {
  const { main, user, sent } = open(() => ({ done: 'Saved. It applies to the next payout.' }))
  await user.fill(main.field('Second person above'), '10000')
  await user.click(main.getByRole('button', { name: 'Save' }))
  expect(await confirm(user)).toContain('every withdrawal above ₹10000.')
  await waitFor(() => expect(toastText()).toBe('Saved. It applies to the next payout.'))
  expect(sent).toEqual([{ to: '/team/settings', fields: { act: 'payout_limit', amount: '10000' } }])
})

test('a refused amount is told beside the field', async () => {
  const { main, user } = open(() => refusedAnswer('payout_limit'))
  await user.fill(main.field('Second person above'), 'much')
  await user.click(main.getByRole('button', { name: 'Save' }))
  await confirm(user)
  expect(await main.findByText('Enter an amount in rupees from 0 to 1,00,00,000.')).toBeTruthy()
})
