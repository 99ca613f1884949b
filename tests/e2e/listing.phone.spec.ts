import { addListedExperts, uniqueWord } from '#tests/e2e/listed-experts.ts'
import { expect, expectAccessible, test, openPage } from '#tests/e2e/test.ts'

// Many steps, while two browsers, a server and a database share one machine.
test.describe.configure({ timeout: 90_000 })

test('the filters open in a sheet and are applied together', async ({ page }) => {
  const word = uniqueWord()
  await addListedExperts(word, [
    { name: 'Asha Best', keySubjects: ['Physics'], reviews: 100, stars: 500 },
    { name: 'Bala Good', keySubjects: ['Chemistry'], reviews: 100, stars: 450 },
    { name: 'Chitra Asleep', keySubjects: ['Physics'], reviews: 100, stars: 480, online: false },
  ])
  const names = page.getByRole('main').getByRole('article').getByRole('heading')
  await openPage(page, `/experts?search=${word}`)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await sheet.locator('summary').filter({ hasText: 'Subjects of Science' }).click()
  await sheet.getByRole('checkbox', { name: 'Physics' }).check()
  await sheet.getByRole('checkbox', { name: 'Online experts only' }).uncheck()
  await expect(page.locator('article')).toHaveCount(2)
  await sheet.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(`/experts?search=${word}&subjects=physics&online=false`)
  await expect(names).toContainText(['Asha Best', 'Chitra Asleep'])
  await expect(page.getByRole('button', { name: 'Filters 2 active' })).toBeFocused()
})

test('every touch target is large enough', async ({ page }) => {
  const word = uniqueWord()
  await addListedExperts(word, [{ name: 'Asha Best' }, { name: 'Bala Asleep', online: false }])
  await openPage(page, `/experts?search=${word}&online=false`)
  const small = await page
    .getByRole('main')
    .locator('button, a:not([data-card-link]), input, select')
    .evaluateAll((controls) =>
      controls
        .map((control) => ({ name: control.outerHTML.slice(0, 80), box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
        .map(({ name }) => name),
    )
  expect(small).toEqual([])
})
