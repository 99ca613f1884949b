import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { savePreparedBoard } from '#domain/boards/prepared-boards.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { addDays } from '#domain/schedule/slots.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { transitionSession } from '#domain/sessions/transition-session.server.ts'
import { writeMessage } from '#domain/sessions/write-message.server.ts'
import { dayOf } from '#kernel/days.ts'
import { aroundTheClock, newBooking } from '#tests/bookings.ts'
import { dashboardSwitch } from '#tests/e2e/experts.ts'
import { type People, test } from '#tests/e2e/expert-people.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import {
  expect,
  expectAccessible,
  expectFitsEveryWidth,
  openPage,
  type Page,
  toastWith,
  waitForUrl,
} from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { completeCall, newRequest } from '#tests/sessions.ts'

test.describe.configure({ timeout: 90_000 })

const sections = ['Today', 'Schedule', 'Sessions', 'Earnings', 'Reviews', 'Public page']
const expertNav = (page: Page) => page.getByRole('navigation', { name: 'Expert' })
const barSwitch = (page: Page) => page.getByRole('switch').first()

/** Ravi has a booking, a prepared board, a call with an unread message, and a call that he missed. */
async function setUpDay(people: People) {
  const expert = await people.expert()
  const ravi = { ...expert.person, approval: 'approved' as const }
  const { ctxAs } = people
  const system = ctxAs({ kind: 'system' })
  const [asha, vikram] = [(await people.student()).person, (await people.student()).person]
  for (const { id } of [asha, vikram]) await giveMoney(system, id, rupees(500))
  await saveSchedule(ctxAs(ravi), aroundTheClock)
  const tomorrow = addDays(dayOf(new Date(), 'Asia/Kolkata'), 1)
  await bookSession(ctxAs(asha), newBooking(expert.expertId, new Date(`${tomorrow}T10:00:00Z`)))
  await savePreparedBoard(ctxAs(ravi), { id: randomUUID(), name: 'Light and colour' })
  await people.putOnline(expert)
  const call = await requestSession(ctxAs(asha), newRequest(expert.expertId))
  const text = 'Which book do you use?'
  const duringCall = () => writeMessage(ctxAs(asha), { id: randomUUID(), sessionId: call, text })
  await completeCall(ctxAs, { student: asha, expert: ravi, id: call, liveMs: 121_000, duringCall })
  const missed = await requestSession(ctxAs(vikram), newRequest(expert.expertId, { question: 'What is torque?' }))
  await transitionSession(system, { id: missed, transition: 'miss', what: 'missed' })
  await people.putOffline(expert)
  return { expert, call, missed, text }
}

/** Whether the whole link is inside the row, and not below the switch or the edge. */
async function expectUncovered(link: Locator): Promise<void> {
  await expect(link).toBeInViewport({ ratio: 0.95 })
  await expect(async () => {
    const isOnTop = await link.evaluate((element) => {
      const { left, right, top, height } = element.getBoundingClientRect()
      return [left + 2, (left + right) / 2, right - 2].every((x) =>
        element.contains(document.elementFromPoint(x, top + height / 2)),
      )
    })
    expect(isOnTop).toBe(true)
  }).toPass()
}

test(
  'an expert sees by keyboard what the day brings, and moves through the own pages',
  { tag: '@every-width' },
  async ({ page, people }) => {
    const { expert, call, missed, text } = await setUpDay(people)
    await setSignInCookie(page, expert.token)
    const main = await openPage(page, '/expert/profile')
    const today = main.getByRole('region', { name: 'Today', exact: true })
    const messages = today.getByRole('list', { name: 'Unread messages' })
    await expect(messages).toContainText('1 new message')
    await expect(messages.getByRole('link')).toHaveText(/^Person \d\.$/)
    const calls = today.getByRole('list', { name: 'Missed calls' })
    await expect(calls).toContainText('What is torque?')
    await expect(calls.getByRole('link')).toHaveAttribute('href', `/expert/sessions/${missed}`)
    const next = today.getByRole('region', { name: 'Next booking' })
    await expect(next).toContainText('Tomorrow, 3:30 PM')
    await expect(next).toContainText('Why is the sky blue, and the evening red?')
    await expect(next.getByRole('link', { name: 'Light and colour' })).toBeVisible()
    await expect(today.locator('dl')).toContainText('Already booked₹240')
    await expectFitsEveryWidth(page)

    const { keyboard } = page
    const nav = expertNav(page)
    await nav.getByRole('link', { name: 'Today' }).focus()
    for (const name of sections) {
      const link = nav.getByRole('link', { name })
      await expect(link).toBeFocused()
      await expectUncovered(link)
      await keyboard.press('Tab')
    }
    await expect(barSwitch(page)).toBeFocused()
    await keyboard.press('Space')
    await expect(toastWith(page, 'You are now online')).toBeVisible()
    await expect(barSwitch(page)).toBeChecked()
    await expect(dashboardSwitch(page)).toBeChecked()

    await messages.getByRole('link').focus()
    await keyboard.press('Enter')
    await waitForUrl(page, `/expert/sessions/${call}`)
    await expect(main).toContainText(text)
    await expect(nav.getByRole('link', { name: 'Sessions' })).toHaveAttribute('aria-current', 'true')
    await nav.getByRole('link', { name: 'Today' }).focus()
    await keyboard.press('Enter')
    await waitForUrl(page, '/expert/profile')
    await expect(messages).toHaveCount(0)
    await expect(calls).toBeVisible()
    await people.putOffline(expert)
  },
)

test(
  'the bar stays in sight on every own page, marks the page, and has the switch',
  { tag: '@every-width' },
  async ({ page, people }) => {
    const expert = await people.expert()
    await setSignInCookie(page, expert.token)
    await openPage(page, '/expert/profile')
    const nav = expertNav(page)
    for (const [name, path] of [
      ['Schedule', '/expert/schedule'],
      ['Sessions', '/expert/sessions'],
      ['Earnings', '/expert/wallet'],
      ['Reviews', '/expert/reviews'],
    ] as const) {
      await nav.getByRole('link', { name }).focus()
      await page.keyboard.press('Enter')
      await waitForUrl(page, path)
      const link = nav.getByRole('link', { name })
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expectUncovered(link)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await expectUncovered(link)
      await expect(barSwitch(page)).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)
    }
    await barSwitch(page).focus()
    await page.keyboard.press('Space')
    await expect(toastWith(page, 'You are now online')).toBeVisible()
    await expect(page).toHaveURL('/expert/reviews')
    await expect(barSwitch(page)).toBeChecked()
    await expectFitsEveryWidth(page)

    await nav.getByRole('link', { name: 'Public page' }).focus()
    await page.keyboard.press('Enter')
    await waitForUrl(page, `/expert/${expert.expertId}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ravi Nair')
    await people.putOffline(expert)
  },
)

test('public pages of an expert have no bar, and load none of its code', async ({ page, people }) => {
  const { expertId } = await people.expert()
  const student = await people.student()
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.add(request.url())
  })
  for (const token of [null, student.token]) {
    if (token) await setSignInCookie(page, token)
    for (const path of [`/expert/${expertId}`, `/expert/details/${expertId}`]) {
      await openPage(page, path)
      await expect(expertNav(page)).toHaveCount(0)
      expect(await page.content()).not.toContain('data-expert-bar=')
    }
  }
  expect(scripts.size).toBeGreaterThan(5)
  for (const url of scripts) {
    const text = await (await page.request.get(url)).text()
    expect(text, url).not.toContain('data-expert-bar')
  }
})
