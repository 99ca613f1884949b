import { signInAsTeam } from '#tests/e2e/team-people.ts'
import { expect, expectFitsEveryWidth, openPage, test } from '#tests/e2e/test.ts'

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
