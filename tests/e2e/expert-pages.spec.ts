import type { BrowserContext } from '@playwright/test'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { aroundTheClock } from '#tests/bookings.ts'
import { type Expert, test } from '#tests/e2e/expert-people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNotHydrated,
  waitForHydration,
  type Page,
  openPage,
} from '#tests/e2e/test.ts'

// Each test opens several pages, on a machine that may be busy.
test.describe.configure({ timeout: 120_000 })

const shortPage = ({ expertId }: Expert) => `/expert/${expertId}`
const detailPage = ({ expertId }: Expert) => `/expert/details/${expertId}`
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name })

async function signIn(context: BrowserContext, token: string) {
  const url = test.info().project.use.baseURL ?? ''
  await context.addCookies([{ name: 'samjhao_sign_in', value: token, url, httpOnly: true, sameSite: 'Lax' }])
}

test.describe('the short profile', () => {
  test('shows the expert, the price and other experts', { tag: '@every-width' }, async ({ page, people }) => {
    const expert = await people.expert({ fullName: 'Dr. Kavita Rao' })
    const other = await people.expert({ fullName: 'Imran Sheikh' })
    await people.putOnline(expert)
    await people.putOnline(other)
    await people.addFigures(expert, { stars: 58, reviews: 12, sessions: 35 })
    await page.goto(shortPage(expert))
    await expect(main(page).getByRole('heading', { level: 1, name: 'Dr. Kavita Rao' })).toBeVisible()
    await expect(main(page).getByText('Rated 4.7 of 5').first()).toBeVisible()
    for (const text of ['Physics teacher', '12 reviews', '35 sessions', 'Speaks Hindi', '₹10/min']) {
      await expect(main(page).getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expect(main(page).getByText('Mathematics', { exact: true }).first()).toBeVisible()
    await expect(main(page).getByText('I explain mechanics until it feels obvious.').first()).toBeVisible()
    await expect(main(page).getByText(/Identity checked by the Samjhao team on/)).toBeVisible()
    await expect(button(page, 'Talk to Kavita')).toBeEnabled()
    await expect(main(page).getByRole('heading', { level: 2, name: 'Recommended Experts' })).toBeVisible()
    const others = main(page).getByRole('link', { name: /^View Profile of/ })
    await expect(others.first()).toBeVisible()
    expect(await others.count()).toBeLessThanOrEqual(3)
    // Compares links, because a parallel journey may use the same name.
    const hrefs = await others.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(hrefs).not.toEqual(expect.arrayContaining([expect.stringContaining(expert.expertId)]))
    await waitForHydration(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})

test.describe('the detail page', () => {
  test('shows the expert’s qualifications and figures', { tag: '@every-width' }, async ({ page, people }) => {
    const expert = await people.expert({ fullName: 'Dr. Kavita Rao' })
    const other = await people.expert({ fullName: 'Imran Sheikh' })
    await people.putOnline(expert)
    await people.putOnline(other)
    await people.addFigures(expert, { stars: 58, reviews: 12, sessions: 35 })
    await page.goto(detailPage(expert))
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(breadcrumb.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
    await expect(breadcrumb.getByRole('link', { name: 'Experts' })).toHaveAttribute('href', '/experts')
    await expect(breadcrumb.getByText('Dr. Kavita Rao')).toBeVisible()
    await expect(main(page).getByText('Available', { exact: true }).first()).toBeVisible()
    await expect(main(page).getByText('12+ Reviews')).toBeVisible()
    const services = page.getByRole('region', { name: 'Services' })
    await expect(services).toContainText(/Video Call\s*₹10\/min/)
    await expect(services).toContainText(/Audio Call\s*₹10\/min/)
    for (const tile of [
      'Languages SpokenHindi',
      'Experience12+ years',
      'Total Sessions35+ completed',
      'QualificationM.Sc. Physics',
    ]) {
      await expect(main(page).locator('dl')).toContainText(tile)
    }
    const areas = page.getByRole('region', { name: 'Areas of Expertise' })
    await expect(areas.getByRole('link', { name: 'Physics' })).toHaveAttribute(
      'href',
      '/experts?subjects=physics&online=false',
    )
    await expect(areas.getByRole('link', { name: 'Homework Help' })).toHaveAttribute(
      'href',
      '/experts?category=homework-help&online=false',
    )
    await expect(page.getByRole('region', { name: 'About' })).toContainText('I explain mechanics')
    await expect(page.getByRole('region', { name: 'Reviews' })).toContainText('No reviews available yet.')
    const similar = page.getByRole('region', { name: 'Similar Experts' })
    await expect(similar.getByRole('link', { name: /^View Profile of/ }).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

for (const [name, getPath] of [
  ['short profile', shortPage],
  ['detail page', detailPage],
] as const) {
  test(`the ${name} shows an expert going online, busy and offline before any interaction`, async ({
    page,
    people,
  }) => {
    const expert = await people.expert()
    await page.goto(getPath(expert))
    const call = button(page, getPath === shortPage ? 'Talk to Ravi' : 'Book Video Session')
    const alert = main(page).getByRole('link', { name: 'Tell me when online' })
    await expect(call).toBeDisabled()
    await expect(alert).toBeVisible()
    await people.putOnline(expert)
    await expect(main(page).getByText('Available', { exact: true }).first()).toBeVisible()
    await expect(call).toBeEnabled()
    await expect(alert).toBeHidden()
    await people.putInSession(expert, true)
    await expect(main(page).getByText('In a Session', { exact: true }).first()).toBeVisible()
    await expect(call).toBeDisabled()
    await people.putInSession(expert, false)
    await expect(call).toBeEnabled()
    await people.putOffline(expert)
    await expect(main(page).getByText('Offline', { exact: true }).first()).toBeVisible()
    await expect(call).toBeDisabled()
    await people.putOnline(expert)
    await expect(call).toBeEnabled()
    await expectNotHydrated(page)
    await waitForHydration(page)
    await expect(call).toBeEnabled()
    await people.putOffline(expert)
    await expect(call).toBeDisabled()
    await expect(alert).toBeVisible()
  })
}

test('long words wrap, and the smallest phone has no horizontal scrolling', async ({ page, people }) => {
  const word = (length: number) => 'Mechanics'.repeat(20).slice(0, length)
  const expert = await people.expert({
    fullName: word(120),
    title: word(120),
    highestDegree: word(120),
    brief: word(180),
    keySubjects: [word(40)],
  })
  await people.putOnline(expert)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of [shortPage(expert), detailPage(expert)]) {
    await page.goto(path)
    await expect(main(page).getByRole('heading', { level: 1, name: word(120) })).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})

test.describe('errors', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('a page that fails to load says why, keeps the frame, and recovers automatically', async ({ page, people }) => {
    const expert = await people.expert()
    const details = `**${detailPage(expert)}.data*`
    await openPage(page, shortPage(expert))
    await page.route(details, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await main(page).getByRole('link', { name: 'See the full profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Failed to load expert profile' })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(button(page, 'Try Again')).toBeVisible()
    await page.unroute(details)
    await expect(page.getByRole('heading', { level: 1, name: 'Ravi Nair' })).toBeVisible({ timeout: 20_000 })
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('both pages show all content, and their buttons work', async ({ page, people, context }) => {
    const expert = await people.expert()
    await page.goto(detailPage(expert))
    await expect(main(page).getByText('I explain mechanics until it feels obvious.').first()).toBeVisible()
    await expect(button(page, 'Book Video Session')).toBeDisabled()
    await people.putOnline(expert)
    // A rendered page may be cached for one second.
    await expect(async () => {
      await page.reload()
      await expect(button(page, 'Book Video Session')).toBeEnabled({ timeout: 1_000 })
    }).toPass()
    await button(page, 'Book Video Session').click()
    const back = encodeURIComponent(`${detailPage(expert)}?request=video`)
    await expect(page).toHaveURL(`/login?redirect=${back}`)

    const student = await people.student()
    await signIn(context, student.token)
    // The page after a login that began with a call button.
    await page.goto(`${detailPage(expert)}?request=video`)
    await expect(button(page, 'Book Video Session')).toBeHidden()
    const text = 'A call needs JavaScript. Turn it on in your browser, then reload this page.'
    // Playwright finds no text inside `noscript`, but paragraphs with text.
    const hint = main(page).getByRole('paragraph').filter({ hasText: text })
    await expect(hint).toHaveCount(2)
    await expect(hint.first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await saveSchedule(people.ctxAs({ ...expert.person, approval: 'approved' }), aroundTheClock)
    for (const [path, name, callType] of [
      [detailPage(expert), 'Book Video Session', 'Video call'],
      [detailPage(expert), 'Book Audio Call', 'Audio call'],
      [shortPage(expert), 'Talk to Ravi', 'Audio call'],
    ] as const) {
      await page.goto(path)
      await expect(hint).toHaveCount(0)
      await button(page, name).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Book a session with Ravi Nair' })).toBeVisible()
      await expect(page.getByRole('radio', { name: callType })).toBeChecked()
    }

    await people.putOffline(expert)
    await page.goto(shortPage(expert))
    await expect(main(page).getByText('₹10/min').first()).toBeVisible()
    await button(page, 'Tell me when online').click()
    await expect(button(page, 'Cancel alert')).toBeVisible()
  })
})
