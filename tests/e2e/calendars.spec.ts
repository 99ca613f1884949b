import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { addDays } from '#domain/schedule/slots.server.ts'
import { dayOf } from '#kernel/days.ts'
import { aroundTheClock } from '#tests/bookings.ts'
import { type CalendarServer, startCalendarServer, writeCalendar, writeEvent } from '#tests/calendars.ts'
import { test as withPeople } from '#tests/e2e/expert-people.ts'
import { products } from '#tests/e2e/products.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import { announcement, expect, expectFitsEveryWidth, openPage, type Page } from '#tests/e2e/test.ts'

/** A calendar server on this machine, which the operator of the product under test has allowed. */
const test = withPeople.extend<{ server: CalendarServer }>({
  // Playwright reads the required fixtures from the destructured parameter: here none.
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = await startCalendarServer()
    await use(server)
    await server.close()
  },
})

test.describe.configure({ timeout: 90_000 })
// The first address of the journey is refused.
test.use({ expectedErrors: [/status of 422/] })

const zone = 'Asia/Kolkata'

function getParts(page: Page) {
  const busy = page.getByRole('region', { name: 'Busy times from your other calendar' })
  const feed = page.getByRole('region', { name: 'Your bookings in your own calendar' })
  return {
    busy,
    url: busy.getByLabel('Address of the calendar', { exact: true }),
    state: busy.getByRole('status'),
    problem: busy.getByRole('alert'),
    feed,
    feedUrl: feed.getByLabel('Private address'),
    dialog: page.getByRole('dialog'),
  }
}

test('busy times of another calendar cannot be booked, and a failure is explained', async ({
  page,
  browser,
  people,
  server,
}) => {
  const { expertId, person, token } = await people.expert()
  await saveSchedule(people.ctxAs({ ...person, approval: 'approved' }), aroundTheClock)
  await setSignInCookie(page, token)
  const day = addDays(dayOf(new Date(), zone), 2)
  const noon = new Date(`${day}T12:00:00+05:30`)
  server.serve(writeCalendar(writeEvent({ from: noon, to: new Date(`${day}T13:00:00+05:30`) })))

  const visitor = await browser.newPage({ timezoneId: zone })
  const bookPath = `/expert/details/${expertId}/book?minutes=15&zone=${encodeURIComponent(zone)}&day=${day}`
  const times = visitor.getByRole('group', { name: /^Times on/ })
  await visitor.goto(bookPath)
  await expect(times.getByText('12:15 PM', { exact: true })).toBeVisible()

  await openPage(page, `/expert/schedule?day=${day}`)
  const { busy, url, state, problem } = getParts(page)
  await url.fill('http://10.0.0.5/calendar.ics')
  await busy.getByRole('button', { name: 'Connect' }).click()
  await expect(busy.getByText('Enter the whole address of the calendar.')).toBeVisible()
  await expect(url).toBeFocused()
  await url.fill(server.url)
  await page.keyboard.press('Enter')
  await expect(state).toContainText('1 busy time ahead.')
  await expect(busy).toContainText(`127.0.0.1:${server.port}`)
  await expect(page.getByText('Busy 12:00 PM to 1:00 PM').first()).toBeAttached()
  await expectFitsEveryWidth(page)

  await visitor.goto(bookPath)
  await expect(times.getByText('11:45 AM', { exact: true })).toBeVisible()
  await expect(times.getByText('12:15 PM', { exact: true })).toHaveCount(0)

  server.answerWith((_request, response) => void response.writeHead(404).end())
  await busy.getByRole('button', { name: 'Read it now' }).click()
  await expect(problem).toContainText(/We could not read this calendar since .*: the server answered 404\./)
  await expect(problem).toContainText('The 1 busy time that we know still cannot be booked.')
  await expectFitsEveryWidth(page)

  await busy.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(url).toBeVisible()
  await expect(busy.getByText('Busy times from your other calendar')).toBeFocused()
  await visitor.goto(bookPath)
  await expect(times.getByText('12:15 PM', { exact: true })).toBeVisible()
  await visitor.close()
})

test('an expert subscribes to the bookings by keyboard, and replaces the private address', async ({ page, people }) => {
  const { person, token } = await people.expert()
  await saveSchedule(people.ctxAs({ ...person, approval: 'approved' }), aroundTheClock)
  await setSignInCookie(page, token)
  await openPage(page, '/expert/schedule')
  const { feed, feedUrl, dialog } = getParts(page)
  await feed.getByRole('button', { name: 'Create a private address' }).focus()
  await page.keyboard.press('Enter')
  await expect(feedUrl).toHaveValue(/\/calendars\/[\w-]{43}\.ics$/)
  const first = await feedUrl.inputValue()
  const read = async (url: string) => (await fetch(products.pages.origin + new URL(url).pathname)).status
  expect(await read(first)).toBe(200)

  await feed.getByRole('button', { name: 'Replace the address' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The present address stops at once.')
  await page.keyboard.press('Escape')
  await expect(feed.getByRole('button', { name: 'Replace the address' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Replace the address' }).focus()
  await page.keyboard.press('Enter')
  await expect(announcement(page, 'Replaced. The earlier address has stopped.')).toBeAttached()
  await expect(feedUrl).not.toHaveValue(first)
  expect([await read(first), await read(await feedUrl.inputValue())]).toEqual([404, 200])
  await expectFitsEveryWidth(page)
})
