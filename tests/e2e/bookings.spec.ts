import { bookSession } from '#domain/bookings/book-session.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { kolkataOffsetMs } from '#kernel/time.ts'
import { aroundTheClock, newBooking } from '#tests/bookings.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { type Expert, test as withPeople } from '#tests/e2e/expert-people.ts'
import { addStudent, fillRegistration, setSignInCookie, sendLogIn, uniqueEmail } from '#tests/e2e/people.ts'
import {
  announcement,
  waitForUrl,
  expect,
  expectFitsEveryWidth,
  type Page,
  toastWith,
  openPage,
} from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { onePixelPng } from '#tests/pictures.ts'
import { nextQuarterHour } from '#tests/quarter-hours.ts'

type Student = Awaited<ReturnType<typeof addStudent>>

/** Adds Ravi, offline and bookable around the clock, and Nisha, signed in with ₹1,000. */
const test = withPeople.extend<{ ravi: Expert; nisha: Student }>({
  ravi: async ({ people }, use) => {
    const ravi = await people.expert({ fullName: 'Ravi Nair' })
    await saveSchedule(people.ctxAs({ ...ravi.person, approval: 'approved' }), aroundTheClock)
    await use(ravi)
  },
  nisha: async ({ page }, use) => {
    const nisha = await addStudent()
    await addMoney(nisha, 1_000)
    await setSignInCookie(page, nisha.token)
    await use(nisha)
  },
})

test.describe.configure({ timeout: 90_000 })
// The booking of a visitor is refused, which leads to the login. One test loses the network.
test.use({ expectedErrors: [/status of 401|ERR_INTERNET_DISCONNECTED/] })

const addMoney = ({ person }: Student, amount: number) =>
  inDatabase(({ as }) => giveMoney(as({ kind: 'system' }), person.id, rupees(amount)))

const inHours = (hours: number) => nextQuarterHour(Date.now() + hours * 3_600_000)

/** The ISO weekday in Kolkata: 1 is Monday, 7 is Sunday. */
const weekdayInDays = (days: number) => new Date(Date.now() + kolkataOffsetMs + days * 86_400_000).getUTCDay() || 7

const bookFor = (student: Student, { expertId }: Expert, startsAt: Date) =>
  inDatabase(({ as }) => bookSession(as(student.person), newBooking(expertId, startsAt)))

const bookPath = ({ expertId }: Expert, search = '') => `/expert/details/${expertId}/book${search}`
const times = (page: Page) => page.getByRole('group', { name: /^Times on/ }).locator('label')
async function openLastDay(page: Page): Promise<void> {
  await page.waitForLoadState()
  const day = page.getByRole('navigation', { name: 'Days' }).getByRole('link').last()
  await day.click()
  await expect(day).toHaveAttribute('aria-current', 'date')
}

/** Expects a text for screen readers and no toast, because the page shows the same. */
async function expectOnlyAnnounced(page: Page, text: string): Promise<void> {
  await expect(announcement(page, text)).toBeAttached()
  await expect(toastWith(page, text)).toHaveCount(0)
}

const question = (page: Page) => page.getByRole('textbox', { name: 'Your question' })

async function readAvailable({ person }: Student): Promise<number> {
  const { rows } = (await inDatabase(({ query }) =>
    query(`select wallet_available($1, 'student_wallet')::int as paise`, [person.id]),
  )) as { rows: { paise: number }[] }
  return (rows[0]?.paise ?? 0) / 100
}

test('a student books an offline expert and sees the booking in the upcoming list', async ({
  page,
  people,
  ravi,
  nisha,
}) => {
  // One weekday has no free times and is shown as unavailable.
  const weekly = aroundTheClock.weekly.filter(({ weekday }) => weekday !== weekdayInDays(3))
  await saveSchedule(people.ctxAs({ ...ravi.person, approval: 'approved' }), { ...aroundTheClock, weekly })
  await openPage(page, `/expert/details/${ravi.expertId}`)
  await page.getByRole('link', { name: 'Book a time' }).click()
  await expect(page).toHaveURL(new RegExp(bookPath(ravi)))
  await expect(page.getByText('Times are in Asia/Kolkata, GMT+5:30')).toBeVisible()
  await page.getByRole('link', { name: /^15 minutes/ }).click()
  await expect(page.getByRole('button', { name: 'Book for ₹150' })).toBeVisible()
  await openLastDay(page)
  await expect(page.getByText('Choose a time first.')).toBeVisible()
  await page.getByRole('button', { name: 'Book for ₹150' }).click()
  await expect(page.getByText('Please choose a time.')).toBeVisible()
  await times(page).first().click()
  await expect(page.getByText(/Cancelling is free until .* After that it costs ₹37.50/)).toBeVisible()
  await page.getByRole('button', { name: 'Book for ₹150' }).click()
  await expect(page.getByText('Please enter a question or upload a file')).toBeVisible()
  await question(page).fill('Why does a spinning top not fall over?')
  await page.getByText('Audio call', { exact: true }).click()
  await expectFitsEveryWidth(page)

  await page.getByRole('button', { name: 'Book for ₹150' }).dblclick()
  await expect(page).toHaveURL(/\/user\/bookings\/[\w-]{36}$/)
  await expectOnlyAnnounced(page, 'Your session is booked')
  await expect(page.getByRole('heading', { name: 'Session with Ravi Nair' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^Begins in [56] days/)
  await expect(page.getByText('Why does a spinning top not fall over?')).toBeVisible()
  await expect(page.getByText('15 minutes, audio call')).toBeVisible()
  await expectFitsEveryWidth(page)
  expect(await readAvailable(nisha)).toBe(850)
  const calendar = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await calendar).suggestedFilename()).toBe('session.ics')

  await openPage(page, '/user/profile')
  await expect(page.getByRole('list', { name: 'Your next sessions' })).toContainText('Ravi Nair')
  await page.getByRole('link', { name: 'All bookings' }).click()
  await waitForUrl(page, '/user/bookings')
  await expect(page.getByRole('list', { name: /^Upcoming/ }).getByRole('listitem')).toHaveCount(1)
  await expectFitsEveryWidth(page)
})

test('the choice of a visitor is kept after a reload, in another tab, without network and after the sign-up', async ({
  page,
  context,
  ravi,
}) => {
  await openPage(page, bookPath(ravi))
  await openLastDay(page)
  await times(page).first().click()
  const expectChoice = async (tab: Page) => {
    await expect(times(tab).first().getByRole('radio')).toBeChecked()
    await expect(tab.getByRole('radio', { name: 'Audio call' })).toBeChecked()
    await expect(question(tab)).toHaveValue('Why does ice float?')
    await expect(tab.getByRole('group', { name: 'File for your question' })).toContainText('sum.png')
  }
  await question(page).fill('Why does ice float?')
  await page.getByText('Audio call', { exact: true }).click()
  const picture = { name: 'sum.png', mimeType: 'image/png', buffer: await onePixelPng() }
  await page.getByLabel('Choose a file').setInputFiles(picture)
  await expectChoice(page)
  const otherTab = await context.newPage()
  await openPage(otherTab, page.url())
  await expectChoice(otherTab)
  await otherTab.close()
  await page.reload()
  await expectChoice(page)
  const signUp = page.getByRole('button', { name: 'Sign up or log in to book' })
  await context.setOffline(true)
  await signUp.click()
  await expect(page.getByText('Network error. Please check your connection and try again.')).toBeVisible()
  await expectChoice(page)
  await context.setOffline(false)
  await signUp.click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/register/)
  await fillRegistration(page, { name: 'Nisha Kapoor', email: uniqueEmail(), password: 'quite-a-secret' })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(new RegExp(`/expert/details/${ravi.expertId}/book`))
  await expectChoice(page)
  await expect(page.getByText('sum.png is added')).toBeAttached()
})

test('each side can move a session, and the other side sees the new time immediately', async ({
  page,
  browser,
  ravi,
  nisha,
}) => {
  const id = await bookFor(nisha, ravi, inHours(72))
  await openPage(page, `/user/bookings/${id}`)
  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL })
  const expertPage = await context.newPage()
  await setSignInCookie(expertPage, ravi.token)
  await openPage(expertPage, `/expert/bookings/${id}`)
  await expect(expertPage.getByText('Cancelling is free')).toHaveCount(0)
  await page.getByRole('link', { name: 'Move', exact: true }).click()
  await expect(page.getByText(/^Moving costs nothing. Cancelling stays free/)).toBeVisible()
  await openLastDay(page)
  await times(page).last().click()
  const time = await page.getByText(/^New time: /).textContent()
  await page.getByRole('button', { name: 'Move the session' }).click()
  await expectOnlyAnnounced(page, 'The session has a new time')
  const newTime = (time ?? '').replace('New time: ', '')
  for (const each of [page, expertPage]) {
    await expect(each.getByText(newTime, { exact: true })).toBeVisible()
    await expect(each.getByText('once', { exact: true })).toBeVisible()
  }
  await expertPage.getByRole('link', { name: 'Move', exact: true }).click()
  await expect(expertPage.getByText(/Nisha Kapoor can then cancel it for free/)).toBeVisible()
  await times(expertPage).last().click()
  await expertPage.getByRole('button', { name: 'Move the session' }).click()
  await expect(expertPage.getByText('2 times', { exact: true })).toBeVisible()
  await expect(page.getByText('The expert moved this session, so cancelling costs nothing.')).toBeVisible()
  await context.close()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  /** Expects a status for screen readers that takes no visible space. */
  async function expectHiddenStatus(page: Page, text: string): Promise<void> {
    await expect(page.getByRole('status').filter({ hasText: text })).toHaveClass('sr-only')
  }

  test('a student books, moves and cancels a session with plain forms', async ({ page, ravi, nisha }) => {
    await page.goto(bookPath(ravi, '?minutes=15'))
    await openLastDay(page)
    await times(page).first().click()
    await question(page).fill('Does it work?')
    await page.getByRole('button', { name: 'Book for ₹150' }).click()
    await expect(page.getByRole('heading', { name: 'Session with Ravi Nair' })).toBeVisible()
    await expectHiddenStatus(page, 'Your session is booked')
    expect(await readAvailable(nisha)).toBe(850)
    await page.getByRole('link', { name: 'Move', exact: true }).click()
    await openLastDay(page)
    await times(page).last().click()
    await page.getByRole('button', { name: 'Move the session' }).click()
    await expect(page.getByText('once', { exact: true })).toBeVisible()
    await expectHiddenStatus(page, 'The session has a new time')
    await page.getByRole('link', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel the session' }).click()
    await expect(page.getByText('You cancelled this session')).toBeVisible()
    await expectHiddenStatus(page, 'The session is cancelled')
    expect(await readAvailable(nisha)).toBe(1_000)
  })

  test('a visitor who logs in finds the choice and the question again', async ({ page, ravi }) => {
    const nisha = await addStudent()
    const text = 'बर्फ़ पानी पर क्यों तैरती है?\nAnd why is the sea salty & cold?'
    await page.goto(bookPath(ravi, '?minutes=15'))
    await openLastDay(page)
    await times(page).last().click()
    await question(page).fill(text)
    await page.getByText('Audio call', { exact: true }).click()
    await expect(page.getByText('We keep your choice and the first 300 characters of your question.')).toBeVisible()
    await page.getByRole('button', { name: 'Sign up or log in to book' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(/\/login/)
    await sendLogIn(page, nisha)
    await expect(page.getByRole('heading', { level: 1, name: 'Book a session with Ravi Nair' })).toBeVisible()
    await expect(times(page).last().getByRole('radio')).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Audio call' })).toBeChecked()
    await expect(page.getByRole('link', { name: /^15 minutes/ })).toHaveAttribute('aria-current', 'true')
    await expect(question(page)).toHaveValue(text)
    await page.getByRole('link', { name: /^30 minutes/ }).click()
    await expect(page.getByRole('button', { name: 'Book for ₹300' })).toBeVisible()
    await expect(question(page)).toHaveValue(text)
  })
})
