import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { settleSession } from '#domain/sessions/settle-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { type People, test } from '#tests/e2e/expert-people.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import {
  waitForAddress,
  expect,
  expectFitsEveryWidth,
  expectAccessible,
  type Page,
  waitUntilIdle,
  toastWith,
  openPage,
} from '#tests/e2e/test.ts'
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
  const newStudent = async () => {
    const student = await people.student()
    await giveMoney(ctxAs(system), student.person.id, rupees(100))
    return student
  }
  const asha = await newStudent()
  const ask = (from = asha) => requestSession(ctxAs(from.person), newRequest(expert.expertId))
  return {
    ctxAs,
    expert,
    ravi,
    asha,
    newStudent,
    ask,
    async addCompletedCall(liveMs: number) {
      const id = await ask()
      await completeCall(ctxAs, { student: asha.person, expert: ravi, id, liveMs })
      return id
    },
    async addDeclined() {
      const id = await ask()
      await declineSession(ctxAs(ravi), { id, reason: '' })
      return id
    },
    /** Expires the session as unanswered. */
    miss(id: SessionId) {
      const late = { now: () => new Date(Date.now() + 46_000) }
      return expireSession({ ...ctxAs(system), clock: late }, { sessionId: id })
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

test('a student finds a session with its receipt and timeline, also from the wallet', async ({ page, people }) => {
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
  await waitForAddress(page, `/user/sessions/${id}`)
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
  await waitForAddress(page, '/user/wallet#history')
  await main.getByRole('link', { name: 'Session of 3 minutes' }).click()
  await waitForAddress(page, `/user/sessions/${id}`)
})

test('the expert sees the share and the fee of a session on the dashboard and the receipt', async ({
  page,
  people,
}) => {
  const { expert, addCompletedCall } = await setUpPeople(people)
  const id = await addCompletedCall(61_000)
  await setSignInCookie(page, expert.token)
  const main = await openPage(page, '/expert/profile')
  await expect(line(page, 'Sessions')).toHaveText('1')
  await expect(line(page, "Today's Earnings")).toHaveText('₹16')
  await page.getByRole('tab', { name: 'Earnings' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Earnings' })).toContainText('₹16 in the last 30 days')
  await page.getByRole('tab', { name: 'Sessions' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Sessions' })
  await expect(panel.getByRole('listitem')).toContainText('Shared time 01:01, earned ₹16')
  await expectFitsEveryWidth(page)
  await panel.getByRole('link', { name: 'All sessions' }).click()
  await waitForAddress(page, '/expert/sessions')
  await main.getByRole('listitem').getByRole('link').click()
  await waitForAddress(page, `/expert/sessions/${id}`)
  await expect(line(page, 'Total')).toHaveText('₹20')
  await expect(line(page, 'Platform fee \\(20%\\)')).toHaveText('₹4')
  await expect(line(page, 'You earned \\(80%\\)')).toHaveText('₹16')
  await expect(main.getByText('Returned to your wallet')).toHaveCount(0)
  await expectFitsEveryWidth(page)
  await page.goto(`/expert/${expert.expertId}`)
  await expect(main).toContainText('1 session')
})

test('an open session is announced and turns into its receipt automatically, also on the dashboards', async ({
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
  await waitForAddress(page, '/user/sessions')
  await expect(main).toContainText('A session with Ravi Nair is open')
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Open it' }).click()
  await waitForAddress(page, `/user/sessions/${id}`)
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

test('a student can block, unblock and report the other side once', async ({ page, people }) => {
  const { asha, addDeclined } = await setUpPeople(people)
  const id = await addDeclined()
  await setSignInCookie(page, asha.token)
  const main = await openPage(page, `/user/sessions/${id}`)
  await main.getByRole('button', { name: 'Block Ravi Nair' }).click()
  const dialog = page.getByRole('dialog')
  await expectFitsEveryWidth(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(main.getByRole('button', { name: 'Block Ravi Nair' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(toastWith(page, 'Blocked')).toBeVisible()
  await expect(main).toContainText('You have blocked Ravi Nair.')
  await waitUntilIdle(page)
  await main.getByRole('button', { name: 'Unblock Ravi Nair' }).click()
  await expect(main.getByRole('button', { name: 'Block Ravi Nair' })).toBeVisible()

  await main.getByRole('button', { name: 'Report Ravi Nair' }).click()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please say what happened.')).toBeVisible()
  await expect(dialog.getByLabel('What happened?')).toBeFocused()
  await expectFitsEveryWidth(page)
  await dialog.getByLabel('What happened?').fill('He asked for my phone number.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(toastWith(page, 'Your report has been sent')).toBeVisible()
  await expect(main).toContainText('You have reported this session.')
  await expect(main.getByRole('button', { name: 'Report Ravi Nair' })).toHaveCount(0)
})

test('an expert who was set offline sees a notice until they go online again', async ({ page, people }) => {
  const { expert, ask, miss, newStudent } = await setUpPeople(people)
  await setSignInCookie(page, expert.token)
  const main = await openPage(page, '/expert/profile')
  const first = await ask()
  await expect(latest(page)).toContainText('Ringing')
  await miss(first)
  await expect(latest(page)).toContainText('Missed')
  await expect(main).not.toContainText('You were set to offline')
  await miss(await ask(await newStudent()))
  await expect(main).toContainText('You were set to offline')
  await expect(main.getByRole('switch')).not.toBeChecked()
  await expectFitsEveryWidth(page)
  await main.getByRole('button', { name: 'Go Online' }).click()
  await expect(main.getByRole('switch')).toBeChecked()
  await expect(main).not.toContainText('You were set to offline')
})

test.describe('without sessions', () => {
  test.use({ expectedComplaints: [/status of 404/] })

  test('the page says so, and another person’s session is not found', async ({ page, people }) => {
    const { expert, addDeclined, newStudent } = await setUpPeople(people)
    const { token } = await newStudent()
    await setSignInCookie(page, token)
    const main = await openPage(page, '/user/sessions')
    await expect(main.getByRole('heading', { name: 'No Sessions Yet' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Find Experts' })).toBeVisible()
    await expectFitsEveryWidth(page)
    await openPage(page, `/user/sessions/${await addDeclined()}`)
    await expect(main).toContainText('Page Not Found')

    const fresh = await people.expert()
    await setSignInCookie(page, fresh.token)
    await openPage(page, '/expert/sessions')
    await expect(main.getByRole('heading', { name: 'No Sessions Yet' })).toBeVisible()
    await expectFitsEveryWidth(page)
    await setSignInCookie(page, (await people.pendingExpert()).token)
    await openPage(page, '/expert/sessions')
    await expect(main.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible()
    await expectFitsEveryWidth(page)
    await setSignInCookie(page, expert.token)
    await openPage(page, '/user/sessions')
    await expect(page).toHaveURL('/expert/sessions')
  })
})
