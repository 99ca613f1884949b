import type { Browser } from '@playwright/test'
import { inDatabase } from '#tests/e2e/database.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import { confirmIn } from '#tests/e2e/team-people.ts'
import {
  waitForUrl,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
  announcement,
  openPage,
} from '#tests/e2e/test.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

test.describe.configure({ timeout: 90_000 })

/** Opens a separate browser, signed in as a new person. */
async function openAs(browser: Browser, role: 'team' | 'student', name: string) {
  const { token, ...account } = await inDatabase(({ as }) => newSignedInPerson(as, role, name))
  const page = await (await browser.newContext(test.info().project.use)).newPage()
  await setSignInCookie(page, token)
  return { page, ...account }
}

test('one team member proposes a correction, another confirms it, and the student sees it', async ({ browser }) => {
  const meera = await openAs(browser, 'team', 'Meera Iyer')
  const tara = await openAs(browser, 'team', 'Tara Bose')
  const asha = await openAs(browser, 'student', 'Asha Verma')

  await openPage(meera.page, '/team/money/corrections/new')
  await meera.page.getByLabel('Person’s email address').fill(asha.email)
  await meera.page.getByLabel('Amount').fill('250')
  await meera.page.getByLabel('Reason').fill('Paid on Friday, and never arrived.')
  await meera.page.getByLabel('Your password', { exact: false }).first().fill(meera.password)
  await expectAccessible(meera.page)
  await meera.page.getByRole('button', { name: 'Propose', exact: true }).click()
  await confirmIn(meera.page)
  await expect(meera.page.getByRole('heading', { name: 'Correction of ₹250' })).toBeVisible()
  await expect(meera.page.getByText('Another person must confirm')).toBeVisible()
  await expect(meera.page.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
  const path = new URL(meera.page.url()).pathname

  await openPage(tara.page, `/team/money/corrections?q=${encodeURIComponent(asha.email)}`)
  await expectAccessible(tara.page)
  await tara.page.getByRole('link', { name: 'Asha Verma' }).click()
  await waitForUrl(tara.page, path)
  await tara.page.getByLabel('Your password', { exact: false }).first().fill(tara.password)
  await tara.page.getByRole('button', { name: 'Confirm and move ₹250' }).click()
  await confirmIn(tara.page)
  await expect(announcement(tara.page, 'Confirmed. The money has moved.')).toBeAttached()
  await expectAccessible(tara.page)

  await asha.page.goto('/user/wallet')
  await expect(asha.page.getByText('Correction by our team: a payment that had not arrived')).toBeVisible()
  await expect(asha.page.getByRole('main').getByText('₹250').first()).toBeVisible()

  for (const path of ['/team/money', '/team/money/income', '/team/money/operations', '/team/outbox', '/team/content']) {
    await openPage(tara.page, path)
    await expectAccessible(tara.page)
    await expectNoSidewaysScroll(tara.page)
  }
  for (const { page } of [meera, tara, asha]) await page.context().close()
})
