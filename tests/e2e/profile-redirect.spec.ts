import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { cast } from '#seeds/cast.ts'
import { expect, expectAccessible, hydrated, type Page, test } from '#tests/e2e/test.ts'

const toastWith = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login?redirect=/how-it-works')
  await hydrated(page)
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: false }).first().fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
}

test('the way to one’s profile says what it is doing', async ({ page }) => {
  await logIn(page, cast.asha)
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/profile', { waitUntil: 'commit' })
  await expect(page.getByText('Redirecting to your profile...')).toBeVisible()
  await expectAccessible(page)
  release()
  await expect(page).toHaveURL(/\/user\/profile$/)
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
})

test.describe('when the way is cut off', () => {
  test.use({ expectedComplaints: [/ERR_FAILED|Failed to fetch/] })

  test('the page says so and leads back to log in', async ({ page }) => {
    await logIn(page, cast.asha)
    await page.route('**/profile.data*', (route) => route.abort())
    await page.getByRole('contentinfo').getByRole('link', { name: 'Your Profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Error Loading Profile' })).toBeVisible()
    await expect(page.getByText('An unexpected error occurred during profile redirection')).toBeVisible()
    await expect(toastWith(page, 'Error during profile redirection')).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute(
      'href',
      '/login?from=profile',
    )
  })
})

test.describe('when the record of an expert cannot be made', () => {
  test.use({
    expectedComplaints: [/the record of an expert could not be made|unexpected error|status of 500/],
  })

  test('the expert hears of it and is on the expert’s page', async ({ page }, info) => {
    const scratch = process.env.E2E_SCRATCH ?? join(tmpdir(), 'samjhao-e2e')
    const client = new pg.Client(await readFile(join(scratch, 'product/database-url'), 'utf8'))
    await client.connect()
    const email = `unlucky-${crypto.randomUUID()}@samjhao.example`
    const name = `unlucky_${info.project.name}`
    try {
      const { rows } = await client.query(
        `insert into profiles (email, full_name, role) values ($1, 'Unlucky Expert', 'expert') returning id`,
        [email],
      )
      await client.query(
        `insert into credentials select $1, password_hash from credentials c join profiles p on p.id = c.profile_id where p.email = $2`,
        [rows[0].id, cast.ravi.email],
      )
      await client.query(`create function ${name}() returns trigger language plpgsql as
        $$ begin if new.user_id = '${rows[0].id}' then raise exception 'provoked by a test'; end if; return new; end $$`)
      await client.query(
        `create trigger ${name} before insert on experts for each row execute function ${name}()`,
      )
      await logIn(page, { email, password: cast.ravi.password })
      await page.goto('/profile')
      await hydrated(page)
      await expect(toastWith(page, 'Error setting up your expert profile')).toBeVisible()
      await expect(page).toHaveURL(/\/expert\/profile$/)
    } finally {
      await client.query(`drop function if exists ${name} cascade`)
      await client.end()
    }
  })
})
