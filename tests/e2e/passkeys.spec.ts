import { addStudent, logOut, sendLogIn, setSignInCookie } from '#tests/e2e/people.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { expect, expectAccessible, openPage, type Page, test, toastWith, waitForUrl } from '#tests/e2e/test.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

test.use({ expectedErrors: [/status of 401/] })

/** Adds a phone with a screen lock, whose owner confirms every request. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function addPasskey(page: Page, password: string): Promise<void> {
  await openPage(page, '/user/security')
  await page.getByLabel('Name of the passkey').fill('My phone')
  await page.getByRole('region', { name: 'Passkeys' }).getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey is added')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Your passkeys' }).getByText('My phone')).toBeVisible()
}

test('a student adds a passkey and logs in with it', async ({ page }) => {
  const { token, password } = await addStudent()
  await setSignInCookie(page, token)
  await addVirtualAuthenticator(page)
  await addPasskey(page, password)
  await expectAccessible(page)
  await logOut(page)
  await openPage(page, '/login')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await waitForUrl(page, '/user/profile')
  await openPage(page, '/user/security')
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('last used')
})

test('a team member uses a passkey as the second factor', async ({ page }) => {
  const { token, email, password } = await inDatabase(({ as }) => newSignedInPerson(as, 'team', 'Tara Bose'))
  await setSignInCookie(page, token)
  await addVirtualAuthenticator(page)
  await addPasskey(page, password)
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await logOut(page)
  await openPage(page, '/login')
  await sendLogIn(page, { email, password })
  await expect(toastWith(page, 'This account also needs its passkey.')).toBeVisible()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await waitForUrl(page, '/team')
})
