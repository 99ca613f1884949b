import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import { type People, test } from '#tests/e2e/expert-people.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import { waitForUrl, expect, expectFitsEveryWidth, type Page, openPage } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, completeCall } from '#tests/sessions.ts'

test.describe.configure({ timeout: 90_000 })

const system = { kind: 'system' } as const

/** Adds Ravi, who can be called, and Asha, who can pay. */
async function setUpPeople(people: People) {
  const expert = await people.expert()
  await people.putOnline(expert)
  const ravi = { ...expert.person, approval: 'approved' as const }
  const { ctxAs } = people
  const asha = await people.student()
  await giveMoney(ctxAs(system), asha.person.id, rupees(100))
  const ask = () => requestSession(ctxAs(asha.person), newRequest(expert.expertId))
  return {
    ctxAs,
    expert,
    ravi,
    asha,
    ask,
    async addCompletedCall(liveMs: number) {
      const id = await ask()
      await completeCall(ctxAs, { student: asha.person, expert: ravi, id, liveMs })
      return id
    },
  }
}

/** Includes hidden elements, because a ring dialog may cover the list. */
const latest = (page: Page) =>
  page
    .getByRole('list', { name: 'Your latest sessions', includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
const line = (page: Page, label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')

test('a student opens a session with its receipt and timeline from the list and from the wallet', async ({
  page,
  people,
}) => {
  const { asha, addCompletedCall } = await setUpPeople(people)
  const id = await addCompletedCall(134_900)
  await setSignInCookie(page, asha.token)
  const main = await openPage(page, '/user/sessions')
  const row = main.getByRole('listitem').filter({ hasText: 'Ravi Nair' })
  await expect(row).toContainText('Video call')
  await expect(row).toContainText('Completed')
  await expect(row).toContainText('Shared time 02:14, cost ₹30')
  await expectFitsEveryWidth(page)
  await row.getByRole('link').click()
  await waitForUrl(page, `/user/sessions/${id}`)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Session with Ravi Nair')
  await expect(main).toContainText('Why does a spinning top not fall over?')
  for (const [label, value] of [
    ['Shared time', '02:14'],
    ['Billed minutes', '3'],
    ['Rate', '₹10/min'],
    ['Total', '₹30'],
    ['Held for the session', '₹50'],
    ['Returned to your wallet', '₹20'],
  ] as const) {
    await expect(line(page, label)).toHaveText(value)
  }
  await expect(main).toContainText(`no. ${id.slice(0, 8).toUpperCase()}`)
  const events = main.getByRole('list').getByRole('listitem')
  await expect(events).toContainText([
    /^Person \d+ asked for a session/,
    /^Ravi Nair was called/,
    /^Ravi Nair answered/,
    /^Person \d+ joined/,
    /^Ravi Nair joined/,
    /^Both sides were connected/,
    /^Person \d+ hung up/,
    /^₹30 for 3 minutes, after 02:14 of shared time/,
  ])
  await expect(main.getByText('You earned')).toHaveCount(0)
  await expectFitsEveryWidth(page)

  await page.emulateMedia({ media: 'print' })
  await expect(main.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Timeline' })).toBeHidden()
  await expect(main.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await main.getByRole('link', { name: 'Open your wallet' }).click()
  await waitForUrl(page, '/user/wallet#history')
  await main.getByRole('link', { name: 'Session of 3 minutes' }).click()
  await waitForUrl(page, `/user/sessions/${id}`)
})

test('an open session is shown, and the receipt and both dashboards update automatically', async ({
  page,
  browser,
  people,
}) => {
  const { asha, expert, ravi, ctxAs, ask } = await setUpPeople(people)
  await setSignInCookie(page, asha.token)
  const main = await openPage(page, '/user/profile')
  await expect(main).toContainText('No recent activity')
  const id = await ask()
  await expect(latest(page)).toContainText('Ringing')
  const { nodeId } = await people.connectCall({ student: asha.person, expert: ravi, id, liveMs: 61_000 })
  await main.getByRole('link', { name: 'All sessions' }).click()
  await waitForUrl(page, '/user/sessions')
  await expect(main).toContainText('A session with Ravi Nair is open')
  await main.getByRole('link', { name: 'Open it' }).click()
  await waitForUrl(page, `/user/sessions/${id}`)
  await expect(main.getByRole('status').first()).toContainText('The call is live.')
  await expect(main.getByRole('heading', { name: 'Receipt' })).toHaveCount(0)

  const elsewhere = await browser.newContext()
  const dashboard = await elsewhere.newPage()
  await setSignInCookie(dashboard, expert.token)
  await openPage(dashboard, '/expert/profile')
  await expect(line(dashboard, 'Sessions')).toHaveText('0')
  await hangUp(ctxAs(asha.person), { id })
  await expect(main.getByRole('status').first()).toContainText('The receipt will be ready in a moment.')
  await settleSession(ctxAs(system), { id, metered: { nodeId, liveMs: 61_000 } })
  await expect(line(page, 'Total')).toHaveText('₹20')
  await expect(main).toContainText('Completed')
  await expect(line(dashboard, 'Sessions')).toHaveText('1')
  await expect(line(dashboard, "Today's Earnings")).toHaveText('₹16')
  await expect(dashboard.getByRole('tabpanel', { name: 'Sessions' })).toContainText('Completed')
  await elsewhere.close()
})
