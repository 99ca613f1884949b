import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeAt } from '#domain/accounts/totp.server.ts'
import { expect, expectAccessible, hydrated, logOut, test } from '#tests/e2e/test.ts'

test.use({ expectedComplaints: [/status of 401/] })
test.describe.configure({ timeout: 60_000 })

function unbase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

test('somebody of the team, opened on the command line, sets up an authenticator and needs it from then on', async ({
  page,
}) => {
  const email = `team-${crypto.randomUUID()}@samjhao.example`
  const dataDir = join(process.env.E2E_SCRATCH ?? join(tmpdir(), 'samjhao-e2e'), 'product')
  const said = execFileSync(process.execPath, ['scripts/team-add.ts', email, 'Tara Bose'], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  await page.goto(/\/reset-password\/[\w-]+/.exec(said)?.[0] ?? '')
  await hydrated(page)
  await page.getByLabel('New password').fill('tara-decides')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  const logIn = async () => {
    await page.getByLabel('Email').first().fill(email)
    await page.getByLabel('Password', { exact: false }).first().fill('tara-decides')
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  }
  await logIn()
  await expect(page).toHaveURL(/\/team\/experts$/)

  await page.goto('/user/security')
  await hydrated(page)
  await page.getByRole('button', { name: 'Set up the authenticator' }).click()
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
  const secret = unbase32(key.replaceAll(' ', ''))
  const step = () => Math.floor(Date.now() / 30_000)
  await expectAccessible(page)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await expect(page.getByText('That code is not right. Wait for the next one and try again.')).toBeVisible()
  await page.getByLabel('Code').fill(codeAt(secret, step()))
  await page.getByRole('button', { name: 'Switch it on' }).click()
  const spares = page.getByRole('main').getByText(/^[a-z2-7]{16}$/)
  await expect(spares).toHaveCount(10)
  const spare = await spares.first().innerText()

  for (const code of [codeAt(secret, step() + 1), spare]) {
    await logOut(page)
    await page.goto('/login')
    await hydrated(page)
    await logIn()
    await expect(page.locator('[data-sonner-toast]')).toContainText('Enter the code of your authenticator.')
    await page.getByLabel('Code').fill(code)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/team\/experts$/)
  }
})
