import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { waitForUrl, expect, type Page, waitUntilIdle, test, openPage } from '#tests/e2e/test.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

type Account = { email: string; password: string }

export const uniqueEmail = () => `visitor-${crypto.randomUUID()}@samjhao.example`

export async function fillRegistration(page: Page, person: Account & { name: string }): Promise<void> {
  await page.getByLabel('Full Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: false }).first().fill(person.password)
}

/**
 * Signs this browser in without the login form. Open pages are closed first, because their pending requests would be
 * sent as another account and refused.
 */
export async function setSignInCookie(page: Page, token: string): Promise<void> {
  for (const open of page.context().pages()) if (open.url() !== 'about:blank') await open.goto('about:blank')
  const url = test.info().project.use.baseURL ?? ''
  await page.context().addCookies([{ name: 'samjhao_sign_in', value: token, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Adds Nisha, a student for this test only. */
export function addStudent() {
  return inDatabase(({ as }) => newSignedInPerson(as, 'student', 'Nisha Kapoor'))
}

/** Adds Nisha and signs her in here. */
export async function signInAsStudent(page: Page): Promise<Account> {
  const { token, ...account } = await addStudent()
  await setSignInCookie(page, token)
  return account
}

/** Signs in as an existing account. */
export async function signInAsAccount(page: Page, { email }: Account): Promise<void> {
  const { token } = await inDatabase(async ({ as, db }) => {
    const { id, role } = await db
      .selectFrom('profiles')
      .select(['id', 'role'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const from = { address: '203.0.113.5', userAgent: 'a test' }
    return startSignIn(as({ kind: 'system' }), db, { id, role }, from)
  })
  await setSignInCookie(page, token)
}

/** Registers Nisha through the form, which ends on her profile. */
export async function registerStudent(page: Page): Promise<Account> {
  const account = { email: uniqueEmail(), password: 'quite-a-secret' }
  await openPage(page, '/register')
  await fillRegistration(page, { name: 'Nisha Kapoor', ...account })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await waitForUrl(page, '/user/profile')
  return account
}

/** Submits the login form on the current page. */
export async function sendLogIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: false }).first().fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
}

export async function logIn(page: Page, account: Account, from = '/login'): Promise<void> {
  await openPage(page, from)
  await sendLogIn(page, account)
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
  await waitUntilIdle(page)
}

/** Logs out through the menu. Waits first, because a pending navigation closes the menu. */
export async function logOut(page: Page): Promise<void> {
  await waitUntilIdle(page)
  const account = page.getByRole('button', { name: /^Your account/ })
  await account.click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(account).toHaveCount(0)
  await waitUntilIdle(page)
}
