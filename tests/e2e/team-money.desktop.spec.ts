import type { Browser, BrowserContext } from '@playwright/test'
import { confirmIn } from '#tests/e2e/team-people.ts'
import { type DatabaseAccess, openDatabase } from '#tests/e2e/database.ts'
import {
  waitForAddress,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Page,
  waitUntilIdle,
  test,
  toastWith,
  openPage,
} from '#tests/e2e/test.ts'
import { type Product, removeData, startProduct } from '#tests/product.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

// These journeys change the home page of all visitors, so they use a separate product.
let product: Product
let database: DatabaseAccess
const contexts: BrowserContext[] = []

test.beforeAll(async () => {
  test.setTimeout(120_000)
  product = await startProduct({})
  await product.ready
  database = await openDatabase(product.dataDir)
})
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  const errors = product
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
  expect(errors).toEqual([])
})
test.afterAll(async () => {
  await database?.close()
  await product?.stop('SIGKILL')
  if (product) await removeData(product)
})

/** Opens a separate browser, signed in as a new person. */
async function openAs(browser: Browser, role: 'team' | 'student', name: string) {
  const { token, ...account } = await newSignedInPerson(database.as, role, name)
  const page = await visit(browser)
  const url = product.origin
  await page.context().addCookies([{ name: 'samjhao_sign_in', value: token, url, httpOnly: true, sameSite: 'Lax' }])
  return { page, ...account }
}

async function visit(browser: Browser): Promise<Page> {
  const viewport = { width: 1280, height: 800 }
  const context = await browser.newContext({ baseURL: product.origin, viewport, locale: 'en-IN' })
  contexts.push(context)
  return context.newPage()
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
  const address = new URL(meera.page.url()).pathname

  await openPage(tara.page, '/team/money/corrections')
  await expectAccessible(tara.page)
  await tara.page.getByRole('link', { name: 'Asha Verma' }).click()
  await waitForAddress(tara.page, address)
  await tara.page.getByLabel('Your password', { exact: false }).first().fill(tara.password)
  await tara.page.getByRole('button', { name: 'Confirm and move ₹250' }).click()
  await confirmIn(tara.page)
  await expect(toastWith(tara.page, 'Confirmed. The money has moved.')).toBeVisible()
  await expectAccessible(tara.page)

  await asha.page.goto('/user/wallet')
  await expect(asha.page.getByText('Correction by our team: a payment that had not arrived')).toBeVisible()
  await expect(asha.page.getByRole('main').getByText('₹250').first()).toBeVisible()

  for (const path of ['/team/money', '/team/money/income', '/team/money/operations', '/team/outbox']) {
    await openPage(tara.page, path)
    await expectAccessible(tara.page)
    await expectNoSidewaysScroll(tara.page)
  }
})

test('visitors see the content that the team publishes', async ({ browser }) => {
  const { page } = await openAs(browser, 'team', 'Meera Iyer')
  const stale = await openAs(browser, 'team', 'Tara Bose')
  for (const each of [page, stale.page]) {
    await openPage(each, '/team/content')
  }
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Banner: experts').fill('1234')
  await page.getByRole('button', { name: 'Save figures' }).click()
  await expect(toastWith(page, 'Saved.').first()).toBeVisible()
  await stale.page.getByLabel('Banner: experts').fill('9')
  await stale.page.getByRole('button', { name: 'Save figures' }).click()
  await expect(stale.page.getByText(/Someone has changed this in the meantime.*by Meera Iyer/)).toBeVisible()

  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('textbox', { name: 'Question 6' }).fill('Is it <b>safe</b>?')
  await page.getByRole('textbox', { name: 'Answer 6' }).fill('Yes, very.')
  await page.getByRole('button', { name: 'Save answers' }).click()
  await waitUntilIdle(page)
  await page.getByLabel('Position of Academic').selectOption('3')
  await page.getByLabel('Position of Professional').selectOption('1')
  await page.getByRole('button', { name: 'Save categories' }).click()
  await expect
    .poll(async () => (await database.db.selectFrom('content_parts').selectAll().execute()).map((row) => row.version))
    .toEqual([1, 1, 1])

  const visitor = await visit(browser)
  // A public page may be as old as a second.
  await expect(async () => {
    await visitor.goto('/')
    await expect(visitor.getByRole('complementary', { name: 'Samjhao in figures' })).toContainText('1,234')
    await expect(visitor.getByRole('tab')).toHaveText(['Most Popular', 'Professional', 'Skills', 'Academic'])
  }).toPass()
  await visitor.goto('/how-it-works')
  await visitor.getByText('Is it <b>safe</b>?').click()
  await expect(visitor.getByText('Yes, very.')).toBeVisible()
})
