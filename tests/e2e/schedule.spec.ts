import { bookSession } from '#domain/bookings/book-session.server.ts'
import { cancelBooking } from '#domain/bookings/cancel-booking.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { addDays } from '#domain/schedule/slots.server.ts'
import { dayOf } from '#kernel/days.ts'
import { aroundTheClock, newBooking } from '#tests/bookings.ts'
import { test } from '#tests/e2e/expert-people.ts'
import { signInAsExpert } from '#tests/e2e/experts.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import {
  waitForUrl,
  expect,
  expectFitsEveryWidth,
  waitForHydration,
  type Page,
  waitUntilIdle,
  announcement,
  toastWith,
  openPage,
} from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'

test.describe.configure({ timeout: 90_000 })

const zone = 'Asia/Kolkata'
const today = () => dayOf(new Date(), zone)
const longDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day))

async function openSchedule(page: Page) {
  await openPage(page, '/expert/schedule')
  return getParts(page)
}

function getParts(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const exceptions = page.getByRole('region', { name: 'Days off and other hours' })
  return {
    calendar: page.getByRole('region', { name: / to .*, \d{4}$/ }),
    day: (name: string) => page.getByRole('group', { name, exact: true }),
    addHours: (day: string) => button(`Add hours on ${day}`),
    from: (range: string) => page.getByLabel(`${range}, from`, { exact: true }),
    to: (range: string) => page.getByLabel(`${range}, to`, { exact: true }),
    save: button('Save hours'),
    exceptions,
    listed: exceptions.getByRole('listitem'),
    kind: exceptions.getByLabel('On these days'),
    firstDay: exceptions.getByLabel('First day'),
    lastDay: exceptions.getByLabel('Last day'),
    add: exceptions.getByRole('button', { name: 'Add', exact: true }),
    alert: page.getByRole('main').getByRole('alert'),
  }
}

test('an expert publishes hours and a holiday, and students see the next free time', async ({ page, browser }) => {
  const { expertId } = await signInAsExpert(page)
  await openPage(page, '/expert/profile')
  await page.getByRole('link', { name: 'Publish your hours' }).click()
  await waitForUrl(page, '/expert/schedule#hours')
  const { calendar, day, addHours, from, to, save, exceptions, listed, firstDay, lastDay, add } = getParts(page)
  await expect(calendar).toContainText('Nothing can be booked yet')
  await expect(exceptions).toContainText('Save your weekly hours first.')

  await addHours('Monday').click()
  await from('Monday').selectOption('9:30 AM')
  await to('Monday').selectOption('12:00 PM')
  await page.getByRole('button', { name: 'Copy Monday to other days' }).click()
  await page.getByRole('menuitem', { name: 'To every day' }).click()
  await expect(from('Sunday')).toHaveValue(String(9.5 * 60))
  await page.getByLabel('Free time around sessions').selectOption('30 minutes')
  await page.getByLabel('Notice').selectOption('3 hours')
  await save.click()
  await expect(announcement(page, 'times can be booked in the next 7 days.')).toBeAttached()
  const todayColumn = calendar.locator('[aria-current=date]').filter({ has: page.getByRole('heading') })
  await expect(todayColumn).toContainText('Open 9:30 AM to 12:00 PM')

  const [tomorrow, dayAfter] = [addDays(today(), 1), addDays(today(), 2)]
  await firstDay.fill(today())
  await lastDay.fill(tomorrow)
  await add.click()
  await expect(listed).toHaveCount(1)
  await expect(listed).toContainText('No hours')
  await expect(firstDay).toHaveValue('')
  await expect(todayColumn).toContainText('Day off')
  await expectFitsEveryWidth(page)

  const visitor = await browser.newPage({ timezoneId: zone })
  await visitor.goto(`/expert/details/${expertId}`)
  const hint = visitor.getByText('Next free:')
  await expect(hint).toContainText(longDay(dayAfter))
  await expect(hint).toContainText('9:30 AM (Kolkata time)')

  await openPage(page, '/expert/profile')
  const week = page.getByRole('list', { name: 'The next seven days' })
  await expect(week.getByRole('link').first()).toHaveAccessibleName(/today, No hours, Day off$/)
  await week.getByRole('link').nth(1).click()
  await waitForUrl(page, `/expert/schedule?day=${tomorrow}`)
  const shown = calendar.getByRole('listitem').filter({ hasText: 'Day off' }).last()
  await expect(shown).toBeVisible()

  await page.reload()
  await waitForHydration(page)
  await expect(day('Wednesday').getByRole('combobox')).toHaveCount(2)
  await expect(page.getByLabel('Notice')).toHaveValue('180')
  await exceptions.getByRole('button', { name: /^Remove / }).click()
  await expect(listed).toHaveCount(0)
  await expect(announcement(page, 'Removed.')).toBeAttached()
  await expect(exceptions.getByText('Days off and other hours')).toBeFocused()
  // Public pages are cached for some seconds.
  await expect(async () => {
    await visitor.reload()
    await expect(hint).not.toContainText(longDay(dayAfter), { timeout: 1_000 })
  }).toPass()
  await visitor.close()
})

test.describe('a stale tab', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('two tabs of the schedule do not overwrite each other', async ({ page, context }) => {
    await signInAsExpert(page)
    const first = await openSchedule(page)
    const secondPage = await context.newPage()
    const second = await openSchedule(secondPage)
    await second.addHours('Tuesday').click()
    await second.from('Tuesday').selectOption('10:00 AM')
    await first.addHours('Monday').click()
    await first.save.click()
    await expect(announcement(page, 'can be booked in the next 7 days.')).toBeAttached()

    await second.save.click()
    await expect(second.alert).toContainText('changed in another tab or on another device, so these were not saved')
    await expect(second.from('Tuesday')).toHaveValue(String(10 * 60))
    await expect(second.day('Monday')).toContainText('No hours')
    const show = secondPage.getByRole('button', { name: 'Show the newer version' })
    await expect(show).toBeVisible()
    await expectFitsEveryWidth(secondPage)
    await show.click()
    await expect(second.from('Monday')).toHaveValue(String(9 * 60))
    await expect(second.day('Tuesday')).toContainText('No hours')

    await second.addHours('Tuesday').click()
    await second.save.click()
    await expect(announcement(secondPage, 'can be booked in the next 7 days.')).toBeAttached()
    await page.reload()
    await waitForHydration(page)
    await expect(first.day('Monday').getByRole('combobox')).toHaveCount(2)
    await expect(first.day('Tuesday').getByRole('combobox')).toHaveCount(2)
  })
})

test('hours and a day off can be published by keyboard', async ({ page }) => {
  await signInAsExpert(page)
  const { addHours, from, to, save, firstDay, add, listed } = await openSchedule(page)
  const { keyboard } = page
  const tabTo = async (control: ReturnType<typeof addHours>) => {
    await expect(async () => {
      await keyboard.press('Tab')
      expect(await control.evaluate((element) => element === document.activeElement)).toBe(true)
    }).toPass({ intervals: [0] })
  }
  await tabTo(addHours('Monday'))
  await keyboard.press('Enter')
  await keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Remove Monday' })).toBeFocused()
  await keyboard.press('Shift+Tab')
  await expect(to('Monday')).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(to('Monday')).toHaveValue(String(17 * 60 + 15))
  await tabTo(page.getByRole('button', { name: 'Copy Monday to other days' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'To every day' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(from('Sunday')).toHaveValue(String(9 * 60))
  await expect(page.getByText('Monday is copied to Tuesday,')).toBeAttached()
  await tabTo(page.getByRole('button', { name: 'Clear Sunday' }))
  await keyboard.press('Enter')
  await expect(addHours('Sunday')).toBeFocused()
  await tabTo(save)
  await keyboard.press('Enter')
  await expect(announcement(page, 'can be booked in the next 7 days.')).toBeAttached()
  await tabTo(firstDay)
  // 12 December works whether the browser expects the day or the month first.
  const year = Number(today().slice(0, 4)) + (today().slice(5) > '12-12' ? 1 : 0)
  await keyboard.type(`1212${year}`)
  await tabTo(add)
  await keyboard.press('Enter')
  await expect(listed).toContainText('Dec 12')
})

test('a booking shows in the calendar and the upcoming list until it is cancelled', async ({ page, people }) => {
  const { expertId, person, token } = await people.expert()
  const student = await people.student()
  const [ravi, nisha] = [people.ctxAs({ ...person, approval: 'approved' }), people.ctxAs(student.person)]
  await saveSchedule(ravi, aroundTheClock)
  await giveMoney(people.ctxAs({ kind: 'system' }), student.person.id, rupees(500))
  const day = addDays(today(), 2)
  const id = await bookSession(nisha, newBooking(expertId, new Date(`${day}T10:00:00Z`)))
  await setSignInCookie(page, token)

  await openPage(page, '/expert/profile')
  const booked = page.getByRole('list', { name: 'Booked sessions' })
  await expect(booked).toContainText('3:30 PM, 30 minutes, video')
  await expect(booked.getByRole('link')).toHaveAttribute('href', `/expert/bookings/${id}`)
  await page
    .getByRole('link', { name: /, 1 session$/ })
    .first()
    .click()
  await waitForUrl(page, `/expert/schedule?day=${day}`)
  const { calendar, firstDay, add } = getParts(page)
  const entry = calendar.getByRole('link', { name: /3:30 PM.*Booked/ })
  await expect(entry).toBeVisible()
  await expect(entry).toHaveAttribute('href', `/expert/bookings/${id}`)

  await waitForHydration(page)
  await firstDay.fill(day)
  await add.click()
  await expect(toastWith(page, '1 existing booking stays booked.')).toBeVisible()
  await expect(entry).toBeVisible()
  await cancelBooking(nisha, { id, shownFeePaise: 0 })
  await expect(entry).toBeHidden()
  await waitUntilIdle(page)
})
