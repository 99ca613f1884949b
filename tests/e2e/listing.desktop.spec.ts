import { addListedExperts, uniqueWord } from '#tests/e2e/listed-experts.ts'
import { expect, type Page, waitUntilIdle, test, openPage } from '#tests/e2e/test.ts'

// Many steps, while two browsers, a server and a database share one machine.
test.describe.configure({ timeout: 90_000 })

const names = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading')
const getFilters = (page: Page) => page.getByRole('complementary', { name: 'Filters' })

async function listFourExperts(): Promise<string> {
  const word = uniqueWord()
  await addListedExperts(word, [
    { name: 'Asha Best', reviews: 100, stars: 500, ratePaise: 20_00, keySubjects: ['Physics'] },
    { name: 'Bala Good', reviews: 100, stars: 450, ratePaise: 5_00, keySubjects: ['Chemistry'] },
    {
      name: 'Chitra Fair',
      reviews: 100,
      stars: 350,
      keySubjects: ['Guitar'],
      category: 'skills',
      subcategories: ['Soft Skills', 'Creative Skills', 'Language Learning'],
    },
    { name: 'Dev Asleep', reviews: 100, stars: 480, keySubjects: ['Biology'], online: false },
  ])
  return word
}

test('the sidebar filters narrow the results, and the back button undoes each one', async ({ page }) => {
  const word = await listFourExperts()
  await openPage(page, `/experts?search=${word}`)
  const filters = getFilters(page)
  await expect(names(page)).toContainText(['Asha Best', 'Bala Good', 'Chitra Fair'])
  await expect(filters.getByRole('button', { name: 'Apply Filters' })).toBeHidden()
  await filters.getByLabel('Sort by').selectOption('Lowest Price')
  await expect(names(page)).toContainText(['Bala Good', 'Chitra Fair', 'Asha Best'])
  await filters.getByRole('radio', { name: 'Academic' }).check()
  await expect(names(page)).toContainText(['Bala Good', 'Asha Best'])
  await expect(page).toHaveURL(`/experts?search=${word}&category=academic&sort=price-low`)
  await filters.getByRole('checkbox', { name: 'Online experts only' }).uncheck()
  await expect(names(page)).toContainText(['Bala Good', 'Dev Asleep', 'Asha Best'])
  await page.goBack()
  await expect(names(page)).toHaveCount(2)
  await expect(filters.getByRole('checkbox', { name: 'Online experts only' })).toBeChecked()
  await page.goBack()
  await expect(names(page)).toHaveCount(3)
  await expect(filters.getByRole('radio', { name: 'All categories' })).toBeChecked()
  await filters.getByRole('radio', { name: 'Music' }).check()
  await expect(names(page)).toHaveCount(1)
  await expect(names(page)).toContainText(['Chitra Fair'])
  await waitUntilIdle(page)
  await filters.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/experts?sort=price-low')
})

test('all filters work by keyboard, and focus stays in place', async ({ page }) => {
  const word = await listFourExperts()
  await openPage(page, `/experts?search=${word}`)
  const filters = getFilters(page)
  await page.getByRole('textbox', { name: 'Search experts' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const online = filters.getByRole('checkbox', { name: 'Online experts only' })
  await expect(online).toBeFocused()
  await page.keyboard.press('Space')
  await expect(names(page)).toHaveCount(4)
  await expect(online).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(filters.getByRole('combobox', { name: 'Language' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const rating = filters.getByRole('slider', { name: 'Minimum rating' })
  await expect(rating).toBeFocused()
  for (let step = 0; step < 9; step += 1) await page.keyboard.press('ArrowRight')
  await expect(rating).toHaveAttribute('aria-valuetext', '4.5 and up')
  await expect(names(page)).toContainText(['Asha Best', 'Bala Good', 'Dev Asleep'])
  await expect(page).toHaveURL(/rating=4\.5&online=false$/)
  await expect(rating).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(filters.getByRole('radio', { name: 'All categories' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(filters.getByRole('radio', { name: 'Academic' })).toBeChecked()
  await expect(page).toHaveURL(/category=academic/)
  await expect(filters.getByRole('radio', { name: 'Academic' })).toBeFocused()
})

test('a new result list starts at the top, and the filters stay visible', async ({ page }) => {
  const word = uniqueWord()
  await addListedExperts(
    word,
    Array.from({ length: 20 }, (_, index) => ({ name: `Expert ${index}` })),
  )
  await openPage(page, `/experts?search=${word}`)
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  const radio = getFilters(page).getByRole('radio', { name: 'Academic' })
  await expect(radio).toBeInViewport()
  await radio.check()
  await expect(page).toHaveURL(/category=academic/)
  await expect(page.getByRole('heading', { name: '20 experts found' })).toBeInViewport()
  await expect(radio).toBeInViewport()
  await expect(radio).toBeFocused()
})
