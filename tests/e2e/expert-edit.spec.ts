import { beExpert } from '#tests/e2e/experts.ts'
import { arrivedAt, expect, expectAccessible, hydrated, type Page, test, toastWith } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 60_000 })

async function openEdit(page: Page) {
  await page.goto('/expert/profile/edit')
  await hydrated(page)
  const group = (name: string) => page.getByRole('group', { name })
  return {
    subcategories: group('Subcategories'),
    subjects: group('Key subjects'),
    own: page.getByLabel('Add your own subject'),
    add: page.getByRole('button', { name: 'Add', exact: true }),
    box: (name: string) => page.getByRole('checkbox', { name, exact: true }),
    save: page.getByRole('button', { name: 'Save Changes' }),
  }
}

test('three subjects are enough: a fourth is refused in words, and there is room again for another', async ({
  page,
}) => {
  await beExpert(page, { complete: false })
  const { subjects, own, add, box } = await openEdit(page)
  await page.getByLabel('Category').selectOption('academic')
  await expect(subjects).toContainText('0 of 3 chosen')
  for (const name of ['Mathematics', 'Physics', 'Chemistry']) await box(name).check()
  await expect(subjects).toContainText('3 of 3 chosen')
  await expect(add).toBeDisabled()
  await expect(own).toBeDisabled()
  await box('Biology').click()
  await expect(toastWith(page, 'You can only select 3 subjects maximum.')).toBeVisible()
  await expect(box('Biology')).not.toBeChecked()
  await box('Physics').uncheck()
  await expect(add).toBeEnabled()
})

test('an own subject is added by button or Enter; empty ones and those that are there already are ignored', async ({
  page,
}) => {
  await beExpert(page, { complete: false })
  const { subjects, own, add, box } = await openEdit(page)
  await page.getByLabel('Category').selectOption('academic')
  await own.fill('  Vedic   maths ')
  await add.click()
  const ownOnes = subjects.getByRole('list', { name: 'Your own subjects' }).getByRole('listitem')
  await expect(ownOnes).toHaveText(['Vedic maths'])
  await expect(own).toHaveValue('')
  await expect(own).toBeFocused()
  for (const ignored of ['', '   ', 'vedic MATHS']) {
    await own.fill(ignored)
    await own.press('Enter')
    await expect(own).toHaveValue('')
    await expect(subjects).toContainText('1 of 3 chosen')
  }
  await own.fill('physics')
  await own.press('Enter')
  await expect(box('Physics')).toBeChecked()
  await expect(subjects).toContainText('2 of 3 chosen')
  await own.fill('Origami')
  await own.press('Enter')
  await expect(add).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove Vedic maths' }).click()
  await expect(ownOnes).toHaveText(['Origami'])
  await expect(add).toBeEnabled()
})

test('another category clears subcategories and subjects and suggests its own', async ({ page }) => {
  await beExpert(page)
  const { subcategories, subjects, own, box, save } = await openEdit(page)
  await expect(subcategories).toContainText('3 of 3 chosen')
  await expect(subjects).toContainText('2 of 3 chosen')
  await box('UPSC').click()
  await expect(toastWith(page, 'You can only select 3 subcategories.')).toBeVisible()
  await expect(box('UPSC')).not.toBeChecked()
  await page.getByLabel('Category').selectOption('skills')
  await expect(subcategories).toContainText('0 of 3 chosen')
  await expect(subjects).toContainText('0 of 3 chosen')
  await expect(box('Physics')).toBeHidden()
  await expect(box('JEE')).toBeHidden()
  await expect(box('Public Speaking')).toBeVisible()
  await page.getByLabel('Category').selectOption('academic')
  await expect(box('Physics')).not.toBeChecked()
  await expect(box('JEE')).not.toBeChecked()

  await page.getByLabel('Category').selectOption('skills')
  for (const name of ['Soft Skills', 'Creative Skills', 'Language Learning', 'Music']) await box(name).check()
  await own.fill('Tabla')
  await own.press('Enter')
  await save.click()
  await arrivedAt(page, '/expert/profile')
  const badges = page.getByRole('list', { name: 'Key subjects' }).getByRole('listitem')
  await expect(badges).toHaveText(['Music', 'Tabla'])
})

test.describe('when saving is refused', () => {
  test.use({ expectedComplaints: [/status of 401|ERR_FAILED/] })

  test('by a network that is gone or a sign-in that has ended, the form says so and keeps what was typed', async ({
    page,
  }) => {
    await beExpert(page)
    const { save } = await openEdit(page)
    await page.getByLabel('Professional Title').fill('Teacher of everything')
    await page.route('**/expert/profile/edit.data*', (route) => route.abort())
    await save.click()
    const network = 'Failed to update profile: Network error. Please check your connection and try again.'
    await expect(toastWith(page, network)).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: network })).toBeVisible()
    await expect(page.getByLabel('Professional Title')).toHaveValue('Teacher of everything')
    await expectAccessible(page)
    await page.unroute('**/expert/profile/edit.data*')

    await page.context().clearCookies()
    await save.click()
    await expect(toastWith(page, 'Failed to update profile: User not authenticated')).toBeVisible()
    await expect(page.getByLabel('Professional Title')).toHaveValue('Teacher of everything')
  })
})

test.describe('when the form does not load', () => {
  test.use({ expectedComplaints: [/ERR_FAILED|Failed to fetch|status of 502/] })

  test('the page says why, as far as it knows, and comes when it is tried again', async ({ page }) => {
    await beExpert(page)
    await page.goto('/expert/profile')
    await hydrated(page)
    // The page tries again by itself at any moment, so the ways to fail must follow each other without a gap.
    let failing: 'cut off' | 'server gone' | null = 'cut off'
    await page.route('**/expert/profile/edit.data*', (route) => {
      if (failing === 'cut off') return route.abort()
      if (failing === 'server gone') return route.fulfill({ status: 502, body: 'Bad Gateway' })
      return route.continue()
    })
    const edit = page.getByRole('main').getByRole('link', { name: 'Edit Profile' })
    const tryAgain = page.getByRole('button', { name: 'Try Again' })
    await edit.click()
    await expect(
      page.getByText('Failed to fetch profile: Network error. Please check your connection and try again.'),
    ).toBeVisible()
    await expectAccessible(page)
    failing = 'server gone'
    await tryAgain.click()
    await expect(page.getByText('An unexpected error occurred while fetching profile data.')).toBeVisible()
    failing = null
    await tryAgain.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Expert Profile' })).toBeVisible()
  })
})
