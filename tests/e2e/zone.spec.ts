import { cast } from '#demo/cast.ts'
import { signInAsAccount } from '#tests/e2e/people.ts'
import { expect, waitForHydration, test, openPage } from '#tests/e2e/test.ts'
import { dayAndTime } from '#kernel/time.ts'

test.use({ timezoneId: 'America/New_York' })

test('times use the viewer’s time zone, even in the HTML from the server', async ({ page }) => {
  await signInAsAccount(page, cast.asha)
  await openPage(page, '/user/profile')
  const response = await page.goto('/user/security')
  const time = page.getByRole('listitem').filter({ hasText: 'This browser' }).locator('time')
  const moment = new Date((await time.getAttribute('datetime')) ?? '')
  const expected = dayAndTime(moment, 'America/New_York')
  expect(expected).not.toBe(dayAndTime(moment, 'Asia/Kolkata'))
  expect(await response?.text()).toContain(expected)
  await waitForHydration(page)
  await expect(time).toHaveText(expected)
})

test('an invalid time zone cookie is corrected by the first page', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'samjhao_zone', value: 'Mars/Olympus', url: baseURL ?? '' }])
  await openPage(page, '/terms')
  const findZoneCookie = async () => (await page.context().cookies()).find(({ name }) => name === 'samjhao_zone')
  await expect.poll(async () => (await findZoneCookie())?.value).toBe('America/New_York')
  expect((await findZoneCookie())?.expires).toBe(-1)
})
