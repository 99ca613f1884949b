import { randomUUID } from 'node:crypto'
import { categoryGroups } from '#kernel/catalogue.ts'
import { openPeople, type People } from '#tests/e2e/expert-people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectNotHydrated,
  waitForHydration,
  type Page,
  test,
  openPage,
} from '#tests/e2e/test.ts'

// Accessibility checks are slow when many browsers share two cores.
test.describe.configure({ timeout: 60_000 })

const banner = (page: Page) => page.getByRole('complementary', { name: 'What Samjhao aims for' })
const searchBox = (page: Page) => page.getByRole('combobox', { name: /^Search/ })
const categories = (page: Page) => page.getByRole('region', { name: 'Popular Categories' })
const tiles = (page: Page) => categories(page).getByRole('listitem')

test.describe('the banner', () => {
  test('can be dismissed before scripts load, and stays dismissed', async ({ page }) => {
    await page.goto('/')
    await banner(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await waitForHydration(page)
    await expect(banner(page)).toBeHidden()
  })

  test('causes no layout shift on the next visit after it was dismissed', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('samjhao_banner', 'dismissed'))
    await openPage(page, '/')
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntriesByType('layout-shift') as (PerformanceEntry & { value: number })[]
            resolve(shifts.reduce((sum, { value }) => sum + value, 0))
          }).observe({ entryTypes: ['layout-shift', 'mark'] })
          performance.mark('looked')
        }),
    )
    expect(shift).toBeLessThan(0.01)
  })
})

test.describe('the search box', () => {
  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('submits as a plain form', async ({ page }) => {
      await page.goto('/')
      await searchBox(page).fill('organic chemistry')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page).toHaveURL('/experts?search=organic+chemistry')
    })
  })
})

test.describe('suggestions', () => {
  // A unique name, because the same test may run in parallel.
  let surname: string
  let people: People
  test.describe.configure({ mode: 'serial' })

  test.beforeAll(async () => {
    surname = `Zw${randomUUID().replaceAll(/[^a-f]/g, 'o')}`.slice(0, 24)
    people = await openPeople()
    const online = await people.expert({
      fullName: `Onvi ${surname}`,
      title: 'Veena teacher',
      keySubjects: [`${surname} Veena`],
    })
    await people.putOnline(online)
    await people.expert({ fullName: `Ofni ${surname}`, keySubjects: [] })
  })
  test.afterAll(() => people.close())

  test(
    'show experts with their status, subjects and categories, and announce the count',
    { tag: '@every-width' },
    async ({ page }) => {
      await openPage(page, '/')
      await searchBox(page).fill(surname.toLowerCase())
      const list = page.getByRole('listbox')
      const experts = list.getByRole('group', { name: 'Experts' }).getByRole('option')
      await expect(experts).toHaveCount(2)
      await expect(experts.filter({ hasText: 'Onvi' })).toContainText('Available')
      await expect(experts.filter({ hasText: 'Ofni' })).toContainText('Offline')
      await expect(list.getByRole('group', { name: 'Subjects' }).getByRole('option')).toHaveText([`${surname} Veena`])
      await expect(page.getByRole('status').filter({ hasText: '3 suggestions' })).toHaveCount(1)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await searchBox(page).fill('test prep')
      await expect(list.getByRole('group', { name: 'Categories' }).getByRole('option')).toHaveText(['Test Preparation'])
    },
  )

  test('open by tap', async ({ page }) => {
    await openPage(page, '/')
    await searchBox(page).fill(`${surname} veena`)
    const subject = page.getByRole('group', { name: 'Subjects' }).getByRole('option')
    await subject.tap()
    await expect(page).toHaveURL(`/experts?subjects=${surname.toLowerCase()}-veena`)
  })

  test('appear for text typed before scripts loaded', async ({ page }) => {
    await page.goto('/')
    await searchBox(page).pressSequentially(surname)
    await expect(page.getByRole('option')).toHaveCount(3)
  })
})

test.describe('the categories', () => {
  const all = categoryGroups.flatMap<string>(({ subcategories }) => subcategories)

  test('show eight, then more, then all, then eight again', async ({ page }) => {
    await openPage(page, '/')
    const more = categories(page).getByRole('button', { name: 'Show More Categories' })
    const less = categories(page).getByRole('button', { name: 'Show Less' })
    const everything = categories(page).getByRole('link', { name: 'View All Categories' })
    await expect(tiles(page)).toHaveCount(8)
    await expect(everything).toHaveCount(0)
    await more.click()
    await expect(tiles(page)).toHaveCount(16)
    await more.click()
    await expect(tiles(page)).toHaveCount(all.length)
    await expect(more).toHaveCount(0)
    await expect(everything).toHaveAttribute('href', '/experts')
    await expect(page.getByRole('status').filter({ hasText: '19 of 19 categories' })).toHaveCount(1)
    const names = await tiles(page).getByRole('heading').allTextContents()
    expect(names.toSorted()).toEqual(all.toSorted())
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await less.click()
    await expect(tiles(page)).toHaveCount(8)
  })

  test('keep the chosen tab after a reload', async ({ page }) => {
    await openPage(page, '/')
    await categories(page).getByRole('tab', { name: 'Skills' }).click()
    await expect(page).toHaveURL('/?tab=skills')
    await expect(tiles(page)).toHaveCount(4)
    await page.reload()
    await expect(tiles(page)).toHaveCount(4)
    // The tab is a link before hydration and a button afterwards. Both behave the same.
    await categories(page).getByRole('tab', { name: 'Most Popular' }).click()
    await expect(tiles(page)).toHaveCount(8)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('are all reachable', async ({ page }) => {
      await page.goto('/')
      await categories(page).getByRole('button', { name: 'Show More Categories' }).click()
      await expect(tiles(page)).toHaveCount(16)
      await categories(page).getByRole('button', { name: 'Show More Categories' }).click()
      await expect(tiles(page)).toHaveCount(19)
      await categories(page).getByRole('button', { name: 'Show Less' }).click()
      await expect(tiles(page)).toHaveCount(8)
      await categories(page).getByRole('tab', { name: 'Skills' }).click()
      await expect(tiles(page)).toHaveCount(4)
      await expect(categories(page)).toBeInViewport()
    })
  })
})

test('stale figures are refreshed, even before any interaction', async ({ page }) => {
  await page.clock.install()
  await page.route('**/category-statistics', (route) => route.fulfill({ json: { online: 1_23_456, categories: [] } }))
  await page.goto('/')
  await expectNotHydrated(page)
  await page.clock.fastForward(31_000)
  await expect(page.getByText('1,23,456 experts online now')).toBeVisible()
})

test('the home page fits every screen', async ({ page }) => {
  await openPage(page, '/')
  for (const width of [320, 360, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
})
