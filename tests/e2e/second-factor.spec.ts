import { execFileSync } from 'node:child_process'
import { codeAt } from '#domain/sign-in/totp.server.ts'
import { products } from '#tests/e2e/products.ts'
import { logOut, sendLogIn } from '#tests/e2e/people.ts'
import { waitForUrl, expect, expectAccessible, test, toastWith, openPage } from '#tests/e2e/test.ts'

test.use({ expectedErrors: [/status of 401/] })
test.describe.configure({ timeout: 60_000 })

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test('a team member created on the command line sets up an authenticator and needs it to log in', async ({ page }) => {
  const email = `team-${crypto.randomUUID()}@samjhao.example`
  const output = execFileSync(process.execPath, ['scripts/team-add.ts', email, 'Tara Bose'], {
    env: { ...process.env, DATA_DIR: products.pages.dataDir },
    encoding: 'utf8',
  })
  await openPage(page, /\/reset-password\/[\w-]+/.exec(output)?.[0] ?? '')
  await page.getByLabel('New password').fill('tara-decides')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await waitForUrl(page, '/login')
  const account = { email, password: 'tara-decides' }
  await sendLogIn(page, account)
  await waitForUrl(page, '/team')

  await openPage(page, '/user/security')
  await page.getByRole('region', { name: 'Authenticator' }).getByLabel('Current password').fill(account.password)
  await page.getByRole('button', { name: 'Set up the authenticator' }).click()
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const secret = decodeBase32(key.replaceAll(' ', ''))
  const currentStep = () => Math.floor(Date.now() / 30_000)
  await expectAccessible(page)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByText('That code is incorrect. Wait for the next one and try again.')).toBeVisible()
  await page.getByLabel('Code').fill(codeAt(secret, currentStep()))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  const recoveryCodes = page.getByRole('main').getByText(/^[a-z2-7]{26}$/)
  await expect(recoveryCodes).toHaveCount(10)
  const recoveryCode = await recoveryCodes.first().innerText()

  for (const code of [codeAt(secret, currentStep() + 1), recoveryCode]) {
    await logOut(page)
    await openPage(page, '/login')
    await sendLogIn(page, account)
    await expect(toastWith(page, 'Enter the code from your authenticator app.')).toBeVisible()
    await page.getByLabel('Code').fill(code)
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
    await waitForUrl(page, '/team')
  }
})
