import {
  type ListedExpert,
  addListedExperts,
  uniqueWord,
  switchInSession,
  switchOnline,
} from '#tests/e2e/listed-experts.ts'
import {
  expect,
  expectFitsEveryWidth,
  expectNoSidewaysScroll,
  expectNotHydrated,
  waitForHydration,
  type Page,
  test,
  openPage,
} from '#tests/e2e/test.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
// Many steps, while two browsers, a server and a database share one machine.
test.describe.configure({ timeout: 90_000 })

const names = (page: Page) => cards(page).getByRole('heading')
const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Search experts' })

/** Adds this many experts that differ only in name and rating, best first. */
function listMany(word: string, count: number): Promise<ListedExpert[]> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return addListedExperts(
    word,
    numbers.map((number) => ({
      name: `Expert ${String(number).padStart(3, '0')}`,
      title: `${word} teacher`,
      reviews: 1_000,
      stars: 5_000 - number,
    })),
  )
}

test('a shared link shows the same results', { tag: '@every-width' }, async ({ page }) => {
  const word = uniqueWord()
  await addListedExperts(word, [
    { name: 'Bela Cheap', ratePaise: 5_00, keySubjects: ['Physics'], reviews: 100, stars: 480 },
    {
      name: 'Anil Dear',
      ratePaise: 20_00,
      keySubjects: ['Physics'],
      reviews: 100,
      stars: 490,
      online: false,
    },
    { name: 'Chitra Poor', ratePaise: 1_00, keySubjects: ['Physics'], reviews: 100, stars: 300 },
    { name: 'Dev Other', ratePaise: 3_00, keySubjects: ['Music'], reviews: 100, stars: 490 },
  ])
  await page.goto(`/experts?search=${word}&subjects=physics&rating=4.5&online=false&sort=price-low`)
  await expect(page.getByRole('heading', { level: 1, name: 'Find Your Expert' })).toBeVisible()
  await expect(names(page)).toContainText(['Bela Cheap', 'Anil Dear'])
  await expect(page.getByRole('heading', { name: '2 experts found' })).toBeVisible()
  await expect(searchBox(page)).toHaveValue(word)
  await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('link')).toHaveText([
    'Remove filter: Physics',
    'Remove filter: 4.5 and up, no new experts',
    'Remove filter: Offline too',
    'Clear all filters',
  ])
  const [online, offline] = [cards(page).nth(0), cards(page).nth(1)]
  await expect(online).toContainText('Available')
  await expect(online.getByRole('button', { name: 'Video call with Bela Cheap' })).toBeEnabled()
  await expect(offline).toContainText('Offline')
  await expect(offline.getByRole('button', { name: 'Audio call with Anil Dear' })).toBeDisabled()
  await waitForHydration(page)
  await expect(names(page)).toContainText(['Bela Cheap', 'Anil Dear'])
  await page.getByRole('link', { name: 'Remove filter: Physics' }).click()
  await expect(names(page)).toContainText(['Dev Other', 'Bela Cheap', 'Anil Dear'])
  await expect(page.getByRole('heading', { name: '3 experts found' })).toBeFocused()
})

test('search runs after typing pauses or on Enter, and the button clears it', async ({ page }) => {
  const word = uniqueWord()
  await listMany(word, 2)
  await openPage(page, '/experts')
  const box = searchBox(page)
  await box.pressSequentially(` ${word} `)
  await expect(page).toHaveURL(`/experts?search=${word}`)
  await expect(page.getByRole('heading', { name: '2 experts found' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '2 experts found' })).toBeAttached()
  await expect(box).toHaveValue(` ${word} `)
  await expect(box).toBeFocused()
  await box.pressSequentially('nobody')
  await box.press('Enter')
  await expect(page.getByText('No expert matches all words. These match some of them.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/experts')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('')
  // Typing without a pause or Enter adds one history entry.
  await page.goBack()
  await expect(box).toHaveValue(`${word} nobody`)
  await page.goBack()
  await expect(box).toHaveValue(word)
  await expect(cards(page)).toHaveCount(2)
})

test('an expert who goes offline or takes a call is updated immediately and stays in the list', async ({ page }) => {
  const word = uniqueWord()
  const [first] = await listMany(word, 3)
  if (!first) throw new Error('expected an expert')
  await openPage(page, `/experts?search=${word}`)
  const card = cards(page).first()
  const call = card.getByRole('button', { name: /^Video/ })
  await expect(card).toContainText('Available')
  // The first shown change proves that the page is subscribed. Only later changes are measured.
  await expect(async () => {
    await switchInSession(first, true)
    await expect(card).toContainText('In a Session', { timeout: 1_000 })
  }).toPass()
  await expect(call).toBeDisabled()
  await switchInSession(first, false)
  await expect(card).toContainText('Available')
  await expect(call).toBeEnabled()
  await switchOnline(first, false)
  await expect(card).toContainText('Offline')
  await expect(names(page)).toContainText(['Expert 001', 'Expert 002', 'Expert 003'])
})

test('a page without interaction is updated too, and hydration keeps the changes', async ({ page, context }) => {
  const word = uniqueWord()
  const [first, second] = await listMany(word, 2)
  if (!first || !second) throw new Error('expected two experts')
  await page.goto(`/experts?search=${word}`)
  const [card, secondCard] = [cards(page).first(), cards(page).nth(1)]
  const call = card.getByRole('button', { name: /^Video/ })
  await expect(call).toBeEnabled()
  await switchInSession(first, true)
  await expect(card).toContainText('In a Session')
  await expect(call).toBeDisabled()
  await switchInSession(first, false)
  await expect(card).toContainText('Available')
  await expect(call).toBeEnabled()
  await context.setOffline(true)
  await switchOnline(first, false)
  await context.setOffline(false)
  await expect(card).toContainText('Offline')
  await expect(secondCard).toContainText('Available')
  await expectNotHydrated(page)

  const seen = await card.evaluateHandle((element) => {
    const texts = new Set([element.textContent])
    const recordText = () => texts.add(element.textContent)
    new MutationObserver(recordText).observe(element, { subtree: true, childList: true, characterData: true })
    return texts
  })
  await waitForHydration(page)
  await expect(call).toBeDisabled()
  await switchInSession(second, true)
  await expect(secondCard).toContainText('In a Session')
  expect(await seen.evaluate((texts) => texts.size)).toBe(1)
  await switchOnline(first, true)
  await expect(card).toContainText('Available')
  await expect(call).toBeEnabled()
})

test('a long list loads more while scrolling, and back restores the position and the cards', async ({ page }) => {
  const word = uniqueWord()
  await listMany(word, 65)
  await page.goto(`/experts?search=${word}`)
  await expect(cards(page)).toHaveCount(20)
  await expect(page.getByRole('heading', { name: '65 experts found' })).toBeVisible()
  await waitForHydration(page)
  const more = page.getByRole('link', { name: 'Show more experts' })
  await expect(async () => {
    if (await more.isVisible()) await more.scrollIntoViewIfNeeded({ timeout: 1_000 })
    await expect(names(page)).toHaveCount(65, { timeout: 500 })
  }).toPass()
  await expect(names(page)).toContainText(
    Array.from({ length: 65 }, (_, index) => `Expert ${String(index + 1).padStart(3, '0')}`),
  )
  const link = cards(page).getByRole('link', { name: 'Expert 050' })
  await link.scrollIntoViewIfNeeded()
  const before = await link.boundingBox()
  await link.click({ position: { x: 5, y: 5 } })
  // Leaving a long list takes seconds on a busy machine, and a second click would restart the navigation.
  await expect(page).toHaveURL(/\/expert\/details\//, { timeout: 30_000 })
  await page.goBack()
  await expect(page).toHaveURL(`/experts?search=${word}`)
  await expect(names(page)).toHaveCount(65)
  await expect(link).toBeInViewport()
  const readShift = async () => Math.abs(((await link.boundingBox())?.y ?? 0) - (before?.y ?? 0))
  await expect.poll(readShift).toBeLessThan(4)

  await page.reload()
  await waitForHydration(page)
  await expect(names(page)).toHaveCount(65)
  await expect(link).toBeInViewport()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('search, filters and paging work as plain forms and links', async ({ page }) => {
    const word = uniqueWord()
    await listMany(word, 21)
    await addListedExperts(word, [{ name: 'Asleep Guitarist', keySubjects: ['Guitar'], online: false }])
    await page.goto('/experts')
    await searchBox(page).fill(word)
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL(`/experts?search=${word}`)
    await expect(page.getByRole('heading', { name: '21 experts found' })).toBeVisible()
    await page.getByRole('link', { name: 'Show more experts' }).click()
    await expect(names(page)).toHaveText(/Expert 021/)
    await page.getByRole('link', { name: 'Back to the first experts' }).click()
    await expect(cards(page)).toHaveCount(20)

    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters.locator('summary').filter({ hasText: 'Subjects of Music' }).click()
    await filters.getByRole('checkbox', { name: 'Guitar' }).check()
    await filters.getByRole('checkbox', { name: 'Online experts only' }).uncheck()
    await filters.getByRole('combobox', { name: 'Language' }).selectOption('Hindi')
    await filters.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(page).toHaveURL(new RegExp(`^[^?]+\\?search=${word}&subjects=guitar&language=hindi&online=false$`))
    await expect(names(page)).toContainText(['Asleep Guitarist'])
    await filters.getByRole('checkbox', { name: 'Online experts only' }).check()
    await filters.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(page.getByRole('heading', { name: 'No experts available right now' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page).toHaveURL('/experts?subjects=guitar&language=hindi')
    await expectNoSidewaysScroll(page)
  })
})

test('the page is accessible and has no horizontal scrolling', async ({ page }) => {
  const word = uniqueWord()
  await addListedExperts(word, [
    { name: 'Venkatanarasimharajuvaripeta Subrahmanyam Raghunathan', title: 'W'.repeat(120) },
    {
      name: 'Plain Name',
      keySubjects: ['A'.repeat(40), 'B'.repeat(40), 'C'.repeat(40)],
      reviews: 1_250,
      stars: 6_000,
    },
    { name: 'Asleep Name', online: false },
  ])
  await openPage(page, `/experts?search=${word}&online=false&subjects=${'x'.repeat(90)},physics,jee`)
  await expect(cards(page)).toHaveCount(3)
  await expectFitsEveryWidth(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})
