import { arrivedAt, expect, hydrated, type Page, settled } from '#tests/e2e/test.ts'

export type Account = { email: string; password: string }

export const newAddress = () => `visitor-${crypto.randomUUID()}@samjhao.example`

export async function fillRegistration(page: Page, person: Account & { name: string }): Promise<void> {
  await page.getByLabel('Full Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: false }).first().fill(person.password)
}

/** Nisha, a student of this test alone, who is then on her profile. */
export async function registerStudent(page: Page): Promise<Account> {
  const account = { email: newAddress(), password: 'quite-a-secret' }
  await page.goto('/register')
  await hydrated(page)
  await fillRegistration(page, { name: 'Nisha Kapoor', ...account })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await arrivedAt(page, '/user/profile')
  return account
}

/** On the page of the form, where one may be for one's own reasons. */
export async function sendLogIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: false }).first().fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

export async function logIn(page: Page, account: Account, from = '/login'): Promise<void> {
  await page.goto(from)
  await hydrated(page)
  await sendLogIn(page, account)
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
  await settled(page)
}

/** By the menu, once the page has come to rest: one that is still coming closes the menu. */
export async function logOut(page: Page): Promise<void> {
  await settled(page)
  const account = page.getByRole('button', { name: /^Your account/ })
  await account.click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(account).toHaveCount(0)
  await settled(page)
}
