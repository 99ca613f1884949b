import { randomUUID } from 'node:crypto'
import { categoryGroups } from '#kernel/catalogue.ts'
import { cast } from '#seeds/cast.ts'
import { openPeople, type People } from '#tests/e2e/expert-people.ts'
import { be } from '#tests/e2e/people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectUntouched,
  hydrated,
  type Page,
  test,
} from '#tests/e2e/test.ts'

// The checks for accessibility take their time where many browsers share two cores.
test.describe.configure({ timeout: 60_000 })

const banner = (page: Page) => page.getByRole('complementary', { name: 'Samjhao in figures' })
const searchBox = (page: Page) => page.getByRole('combobox', { name: /^Search/ })
const categories = (page: Page) => page.getByRole('region', { name: 'Popular Categories' })
const tiles = (page: Page) => categories(page).getByRole('listitem')

test.describe('the banner', () => {
  test('shows its three figures', async ({ page }) => {
    await page.goto('/')
    await expect(banner(page).getByRole('listitem')).toHaveText([
      '1,000+ experts',
      '24/7 availability',
      '50K+ successful sessions',
    ])
  })

  test('is dismissed with the first touch, before any script of ours has loaded, and stays away', async ({
    page,
  }) => {
    await page.goto('/')
    await banner(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await hydrated(page)
    await expect(banner(page)).toBeHidden()
  })

  test('is dismissed by keyboard, gives the focus to the heading, and stays away on the way back', async ({
    page,
  }) => {
    await page.goto('/')
    await hydrated(page)
    await banner(page).getByRole('button', { name: 'Dismiss' }).focus()
    await page.keyboard.press('Enter')
    await expect(banner(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('main').getByRole('link', { name: 'How It Works' }).click()
    await expect(page).toHaveURL('/how-it-works')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: /^Instant/ })).toBeVisible()
    await expect(banner(page)).toBeHidden()
  })

  test('that was dismissed moves nothing when the page comes again', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('samjhao_banner', 'dismissed'))
    await page.goto('/')
    await hydrated(page)
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

test('a visitor is invited to sign up, somebody signed in is not', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register')
  await expect(main.getByRole('link', { name: 'Apply as Expert' })).toHaveAttribute('href', '/expert-apply')
  await be(page, cast.asha)
  await page.goto('/')
  await expect(searchBox(page)).toBeVisible()
  await expect(main.getByRole('link', { name: 'Sign up' })).toHaveCount(0)
})

test.describe('the search box', () => {
  test('leads to the listing', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    await searchBox(page).fill('organic chemistry')
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL('/experts?search=organic+chemistry')
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('leads there all the same', async ({ page }) => {
      await page.goto('/')
      await searchBox(page).fill('organic chemistry')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page).toHaveURL('/experts?search=organic+chemistry')
    })
  })
})

test.describe('suggestions', () => {
  // Unlike any other name in the database: the same test may run beside this one.
  let surname: string
  let people: People
  let onlineId: string
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
    onlineId = online.expertId
    await people.expert({ fullName: `Ofni ${surname}`, keySubjects: [] })
  })
  test.afterAll(() => people.close())

  test(
    'show experts with their state, subjects and categories, and are counted aloud',
    { tag: '@every-width' },
    async ({ page }) => {
      await page.goto('/')
      await hydrated(page)
      await searchBox(page).fill(surname.toLowerCase())
      const list = page.getByRole('listbox')
      const experts = list.getByRole('group', { name: 'Experts' }).getByRole('option')
      await expect(experts).toHaveCount(2)
      await expect(experts.filter({ hasText: 'Onvi' })).toContainText('Available')
      await expect(experts.filter({ hasText: 'Ofni' })).toContainText('Offline')
      await expect(list.getByRole('group', { name: 'Subjects' }).getByRole('option')).toHaveText([
        `${surname} Veena`,
      ])
      await expect(page.getByRole('status').filter({ hasText: '3 suggestions' })).toHaveCount(1)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await searchBox(page).fill('test prep')
      await expect(list.getByRole('group', { name: 'Categories' }).getByRole('option')).toHaveText([
        'Test Preparation',
      ])
    },
  )

  test('are walked through with the arrow keys and left with Escape', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    const box = searchBox(page)
    await box.fill(surname)
    const options = page.getByRole('option')
    await expect(options).toHaveCount(3)
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await expect(box).not.toHaveAttribute('aria-activedescendant')
    await box.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    const firstId = await options.first().getAttribute('id')
    await expect(box).toHaveAttribute('aria-activedescendant', firstId ?? '')
    await box.press('ArrowUp')
    await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
    await box.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await box.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(box).toHaveValue(surname)
    await box.press('ArrowDown')
    await expect(page.getByRole('listbox')).toBeVisible()
    await box.press('Escape')
    await box.press('Escape')
    await expect(box).toHaveValue('')
  })

  test('are followed by Enter', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    await searchBox(page).fill(`onvi ${surname}`)
    await expect(page.getByRole('option')).toHaveCount(1)
    await searchBox(page).press('ArrowDown')
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL(`/expert/details/${onlineId}`)
  })

  test(
    'are followed by a press of the finger or the mouse',
    { tag: '@every-width' },
    async ({ page, isMobile }) => {
      await page.goto('/')
      await hydrated(page)
      await searchBox(page).fill(`${surname} veena`)
      const subject = page.getByRole('group', { name: 'Subjects' }).getByRole('option')
      await (isMobile ? subject.tap() : subject.click())
      await expect(page).toHaveURL(`/experts?subjects=${surname.toLowerCase()}-veena`)
    },
  )

  test('close when the box loses the focus', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    await searchBox(page).fill(surname)
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('listbox')).toHaveCount(0)
  })

  test('come for what was typed before the scripts had loaded', async ({ page }) => {
    await page.goto('/')
    await searchBox(page).pressSequentially(surname)
    await expect(page.getByRole('option')).toHaveCount(3)
  })

  test('of an older text never come over those of a newer one', async ({ page }) => {
    const old = Promise.withResolvers<void>()
    const delivered = Promise.withResolvers<void>()
    await page.route(/suggestions\?q=Ofni/, async (route) => {
      await old.promise
      await route.continue().catch(() => undefined)
      delivered.resolve()
    })
    await page.goto('/')
    await hydrated(page)
    const asked = page.waitForRequest(/suggestions\?q=Ofni/)
    await searchBox(page).fill('Ofni')
    await asked
    await searchBox(page).fill(`Onvi ${surname}`)
    await expect(page.getByRole('option')).toHaveCount(1)
    old.resolve()
    await delivered.promise
    await expect(page.getByRole('option')).toContainText('Onvi')
  })

  test.describe('without a network', () => {
    test.use({ expectedComplaints: [/ERR_FAILED/] })

    test('are none, and the box still searches', async ({ page }) => {
      await page.route('**/suggestions?*', (route) => route.abort())
      await page.goto('/')
      await hydrated(page)
      const failed = page.waitForEvent('requestfailed')
      await searchBox(page).fill(surname)
      await failed
      await expect(page.getByRole('listbox')).toHaveCount(0)
      await searchBox(page).press('Enter')
      await expect(page).toHaveURL(`/experts?search=${surname}`)
    })
  })

  test('count in the tiles, which lead to them', async ({ page }) => {
    await page.goto('/?tab=academic')
    await hydrated(page)
    const jee = tiles(page).filter({ hasText: 'JEE' })
    // The figures may be half a minute old.
    await expect(async () => {
      await page.reload()
      await expect(jee).toContainText(/[1-9]\d* experts? online/, { timeout: 1_000 })
    }).toPass({ timeout: 40_000 })
    await expect(jee).toContainText(/rated \d\.\d of 5 on average/)
    await expect(jee.getByRole('link', { name: 'JEE' })).toHaveAttribute('href', '/experts?category=jee')
    await expect(page.getByRole('link', { name: /^\d+ experts? online now$/ })).toHaveAttribute(
      'href',
      '/experts',
    )
  })
})

test.describe('the categories', () => {
  const all = categoryGroups.flatMap(({ subcategories }) => [...subcategories])

  test('come eight at a time, then all, then eight again', { tag: '@every-width' }, async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
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

  test('are reached tab by tab with the keyboard', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    const tab = (name: string) => categories(page).getByRole('tab', { name })
    await tab('Most Popular').focus()
    await page.keyboard.press('ArrowRight')
    await expect(tab('Academic')).toBeFocused()
    await expect(tab('Academic')).toHaveAttribute('aria-selected', 'true')
    await expect(categories(page).getByRole('tabpanel', { name: 'Academic' })).toBeVisible()
    await expect(tiles(page).getByRole('heading')).toHaveText(
      categoryGroups[0].subcategories.map((name) => name),
    )
    await expect(categories(page).getByRole('link', { name: 'View All Categories' })).toBeVisible()
    await page.keyboard.press('End')
    await expect(tab('Professional')).toHaveAttribute('aria-selected', 'true')
    await expect(tiles(page)).toHaveCount(8)
    await page.keyboard.press('ArrowRight')
    await expect(tab('Most Popular')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Tab')
    await expect(categories(page).locator(':focus')).not.toHaveRole('tab')
  })

  test('stay where they were chosen, also after a reload', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    await categories(page).getByRole('tab', { name: 'Skills' }).click()
    await expect(page).toHaveURL('/?tab=skills')
    await expect(tiles(page)).toHaveCount(4)
    await page.reload()
    await expect(tiles(page)).toHaveCount(4)
    // Before the scripts have loaded the tab is a link, afterwards it is not: it does the same.
    await categories(page).getByRole('tab', { name: 'Most Popular' }).click()
    await expect(tiles(page)).toHaveCount(8)
  })

  test('without an expert say Coming Soon and lead nowhere; without one online they say so', async ({
    page,
  }) => {
    const [first, second] = ['jee', 'upsc'].map((id) => ({ id, online: 0, onlineRating: null }))
    await page.route('**/category-statistics', (route) =>
      route.fulfill({
        json: {
          online: 1_23_456,
          categories: [
            { ...first, hasExperts: false },
            { ...second, hasExperts: true },
            { id: 'neet', online: 1, onlineRating: 4.55, hasExperts: true },
          ],
        },
      }),
    )
    await page.goto('/?tab=academic')
    await hydrated(page)
    const tile = (name: string) => tiles(page).filter({ hasText: name })
    await expect(tile('JEE')).toContainText('Coming Soon')
    await expect(tile('JEE').getByRole('link')).toHaveCount(0)
    await expect(tile('UPSC')).toContainText('Nobody online now')
    await expect(tile('UPSC').getByRole('link')).toHaveAttribute(
      'href',
      '/experts?category=upsc&online=false',
    )
    await expect(tile('NEET')).toContainText('1 expert online')
    await expect(tile('NEET').getByRole('link')).toHaveAttribute('href', '/experts?category=neet')
    await expect(page.getByText('1,23,456 experts online now')).toBeVisible()
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('can all be reached', async ({ page }) => {
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

test('figures that got old are renewed, also where nobody has touched the page', async ({ page }) => {
  await page.clock.install()
  await page.route('**/category-statistics', (route) =>
    route.fulfill({ json: { online: 1_23_456, categories: [] } }),
  )
  await page.goto('/')
  await expectUntouched(page)
  await page.clock.fastForward(31_000)
  await expect(page.getByText('1,23,456 experts online now')).toBeVisible()
})

test.describe('when the figures cannot be loaded', () => {
  test.use({ expectedComplaints: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/] })
  const problem = 'Failed to load category statistics'

  test('it is said once, the tiles show zero, and trying again mends it', async ({ page }) => {
    let attempts = 0
    await page.route('**/category-statistics', (route) => {
      attempts += 1
      return route.abort()
    })
    await page.goto('/?tab=academic')
    await hydrated(page)
    const toasts = page.locator('[data-sonner-toast]')
    await expect(toasts).toHaveText(problem)
    await toasts.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toasts).toHaveCount(0)
    await expect(categories(page).getByText(problem)).toBeVisible()
    await expect(tiles(page).first()).toContainText('0 experts online')
    await expect(tiles(page).first().getByRole('link')).toHaveAttribute(
      'href',
      '/experts?category=homework-help&online=false',
    )
    const again = categories(page).getByRole('button', { name: 'Try Again' })
    await again.click()
    await expect.poll(() => attempts).toBe(2)
    await expect(again).not.toHaveAttribute('aria-busy')
    await expect(toasts).toHaveCount(0)
    await page.unroute('**/category-statistics')
    await again.click()
    await expect(categories(page).getByText(problem)).toHaveCount(0)
    await expect(page.getByRole('link', { name: /online/ }).first()).toBeVisible()
  })

  test('as when the network is cut while the page is open', async ({ page, context }) => {
    await page.clock.install()
    await page.goto('/')
    await hydrated(page)
    await context.setOffline(true)
    await page.clock.fastForward(31_000)
    await expect(categories(page).getByText(problem)).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await page.clock.fastForward(31_000)
    await expect(categories(page).getByText(problem)).toHaveCount(0)
  })
})

test('the home page is accessible and fits the screen', { tag: '@every-width' }, async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await expectAccessible(page)
  for (const width of [320, 360, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
})
