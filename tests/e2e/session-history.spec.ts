import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { refuseRefund } from '#domain/refunds/refuse-refund.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { type Expert, type People, test } from '#tests/e2e/expert-people.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import { waitForUrl, expect, expectFitsEveryWidth, type Page, openPage } from '#tests/e2e/test.ts'
import { giveMoney, newSessionId, rupees } from '#tests/money.ts'
import { newRequest, completeCall } from '#tests/sessions.ts'
import { newDecider } from '#tests/signed-in-people.ts'

test.describe.configure({ timeout: 90_000 })

/**
 * Asha had a video call with Ravi for ₹30 (₹10 refunded), an audio call with José for ₹20, and was declined by José.
 */
async function setUpHistory(people: People) {
  const { ctxAs } = people
  const [asha, meera] = [await people.student(), await newDecider(ctxAs)]
  await giveMoney(ctxAs({ kind: 'system' }), asha.person.id, rupees(200))
  const ravi = await people.expert()
  const jose = await people.expert({ fullName: 'José Álvarez' })
  for (const expert of [ravi, jose]) await people.putOnline(expert)
  const ask = (expert: Expert, callType: 'audio' | 'video') =>
    requestSession(ctxAs(asha.person), newRequest(expert.expertId, { callType }))
  const addCompletedCall = async (expert: Expert, callType: 'audio' | 'video', liveMs: number) => {
    const id = await ask(expert, callType)
    const person = { ...expert.person, approval: 'approved' as const }
    await completeCall(ctxAs, { student: asha.person, expert: person, id, liveMs })
    return id
  }
  const withRavi = await addCompletedCall(ravi, 'video', 134_900)
  const withJose = await addCompletedCall(jose, 'audio', 61_000)
  const declined = await ask(jose, 'audio')
  await declineSession(ctxAs({ ...jose.person, approval: 'approved' }), { id: declined, reason: 'Busy' })
  const requestRefundOf = async (sessionId: string) => {
    const id = newSessionId()
    await requestRefund(ctxAs(asha.person), { id, sessionId, reason: 'I heard nothing.' })
    return id
  }
  const granted = await requestRefundOf(withRavi)
  await grantRefund(ctxAs(meera), { id: granted, amountPaise: 10_00, answer: 'The line broke.' })
  return { ctxAs, asha, ravi, jose, meera, withRavi, withJose, requestRefundOf }
}

const total = (page: Page, label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')

async function expectTotals(page: Page, totals: Record<string, string>) {
  for (const [label, value] of Object.entries(totals)) await expect(total(page, label)).toHaveText(value)
}

test('a student filters sessions, and the totals match the results', async ({ page, people }) => {
  const { asha } = await setUpHistory(people)
  await setSignInCookie(page, asha.token)
  const main = await openPage(page, '/user/sessions')
  const rows = main.getByRole('list', { name: 'Sessions, the latest first' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expectTotals(page, { Sessions: '3', 'Billed minutes': '5', Spent: '₹50', Refunded: '₹10' })
  await expect(rows.last()).toContainText('Refunded in part')
  await expect(rows.last()).toContainText('₹10 refunded')

  await main.getByRole('link', { name: 'Paid', exact: true }).click()
  await waitForUrl(page, '/user/sessions?show=paid')
  await expect(rows).toHaveCount(2)
  await expect(main.getByRole('link', { name: 'Paid', exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(main.getByRole('status').filter({ hasText: '2 sessions' })).toHaveCount(1)
  await main.getByText('More filters').click()
  await main.getByLabel('Expert').fill('jose')
  await page.keyboard.press('Enter')
  await waitForUrl(page, '/user/sessions?show=paid&name=jose')
  await expect(main.getByLabel('Expert')).toBeFocused()
  await expect(rows).toHaveCount(1)
  await expectTotals(page, { Sessions: '1', Spent: '₹20', Refunded: '₹0' })
  await expectFitsEveryWidth(page)

  await main.getByLabel('Call type').selectOption('video')
  await main.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(main.getByRole('heading', { name: 'No matching sessions' })).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(1)
  await expect(main.getByLabel('Call type')).toHaveValue('')
  await main.getByRole('link', { name: 'Clear' }).click()
  await waitForUrl(page, '/user/sessions?show=paid')
  await expect(main.getByLabel('Expert')).toHaveValue('')
  await expect(rows).toHaveCount(2)
})

test('a student sees the status of each refund, updated live', async ({ page, people }) => {
  const { ctxAs, asha, meera, withRavi, withJose, requestRefundOf } = await setUpHistory(people)
  await setSignInCookie(page, asha.token)
  const main = await openPage(page, '/user/sessions')
  await main.getByRole('link', { name: 'Refund requests' }).click()
  await waitForUrl(page, '/user/refunds')
  const rows = main.getByRole('list', { name: 'Refund requests, the latest first' }).getByRole('listitem')
  await expect(rows).toContainText([/Session with Ravi Nair.*₹10 of ₹30 is back in your wallet.*The line broke\./])
  const id = await requestRefundOf(withJose)
  await expect(rows).toContainText([/José Álvarez.*Under review.*I heard nothing\./, /Ravi Nair/])
  await refuseRefund(ctxAs(meera), { id, answer: 'The timeline shows no break.' })
  await expect(rows.first()).toContainText(/Not granted.*The timeline shows no break\./)
  await expectFitsEveryWidth(page)
  await rows.last().getByRole('link', { name: 'Open the session with Ravi Nair' }).click()
  await waitForUrl(page, `/user/sessions/${withRavi}`)
  await expectTotals(page, { 'Refunded to your wallet': '-₹10', 'Paid after the refund': '₹20' })
  await main.getByRole('link', { name: 'All refund requests' }).click()
  await waitForUrl(page, '/user/refunds')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a plain form finds the same sessions', async ({ page, people }) => {
    const { asha } = await setUpHistory(people)
    await setSignInCookie(page, asha.token)
    await page.goto('/user/sessions')
    const main = page.getByRole('main')
    await main.getByText('More filters').click()
    await main.getByLabel('Expert').fill('ravi')
    await main.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL('/user/sessions?name=ravi')
    await expect(main.getByRole('list', { name: 'Sessions, the latest first' }).getByRole('listitem')).toHaveCount(1)
    await expect(main.getByLabel('Expert')).toHaveValue('ravi')
    await main.getByRole('link', { name: 'Refunded', exact: true }).click()
    await expect(page).toHaveURL('/user/sessions?show=refunded&name=ravi')
    await expectTotals(page, { Sessions: '1', Spent: '₹30', Refunded: '₹10' })
  })
})
