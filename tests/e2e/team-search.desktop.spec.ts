import { uniqueWord } from '#tests/e2e/listed-experts.ts'
import { signInAsTeam } from '#tests/e2e/team-people.ts'
import { expect, expectFitsEveryWidth, openPage, test, toastWith } from '#tests/e2e/test.ts'

test('the team finds a search topic by one of its words and opens it', async ({ page }) => {
  await signInAsTeam(page)
  const main = await openPage(page, '/team/search')
  await main.getByLabel('Find a word').fill('ganit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=ganit/)
  await expectFitsEveryWidth(page)
  await main
    .getByRole('link', { name: /mathematics/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/team\/search\/[^?]+$/)
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFitsEveryWidth(page)
})

test('a word that the team adds finds experts after the preview, until it is removed', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const word = uniqueWord()
  await signInAsTeam(page)
  const main = await openPage(page, '/team/search?q=ganit')
  await main
    .getByRole('link', { name: /mathematics/i })
    .first()
    .click()
  const words = main.getByLabel('Words that students use')
  const before = await words.inputValue()
  await words.fill(`${before}\n${word}`)
  await main.getByLabel('Query').fill(word)
  await main.getByRole('button', { name: 'Preview' }).click()
  const preview = main.getByRole('region', { name: 'Preview' }).getByRole('definition')
  await expect(preview.first()).toContainText('0 experts')
  await expect(preview.last()).toContainText(/[1-9]\d* experts?/)
  await expectFitsEveryWidth(page)

  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL })
  const visitor = await context.newPage()
  const cards = visitor.getByRole('main').getByRole('article')
  // A server uses its copy of the topics for up to 15 seconds.
  const expectFound = (isFound: boolean) =>
    expect(async () => {
      await visitor.goto(`/experts?search=${word}&online=false`)
      await expect(visitor.getByRole('heading', { name: /experts? found/ })).toBeVisible()
      expect((await cards.count()) > 0).toBe(isFound)
    }).toPass({ timeout: 40_000 })
  await expectFound(false)
  await main.getByRole('button', { name: 'Save topic' }).click()
  await expect(toastWith(page, 'Saved. Searches use it within a few seconds.')).toBeVisible()
  await expectFound(true)
  await expect(cards.getByText('Mathematics', { exact: true }).first()).toBeAttached()

  await words.fill(before)
  await main.getByRole('button', { name: 'Save topic' }).click()
  await expectFound(false)
  await context.close()
})
