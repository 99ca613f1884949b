import { createExpert } from '#domain/applications/create-expert.server.ts'
import { confirmIn } from '#tests/e2e/team-people.ts'
import { cast } from '#demo/cast.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { linkMailedTo } from '#tests/e2e/outbox.ts'
import { signInAsExpert } from '#tests/e2e/experts.ts'
import { signInAsAccount, signInAsStudent, sendLogIn } from '#tests/e2e/people.ts'
import {
  waitForAddress,
  expect,
  expectFitsEveryWidth,
  expectAccessible,
  waitForHydration,
  test,
  toastWith,
  openPage,
} from '#tests/e2e/test.ts'

test.use({ expectedComplaints: [/status of 4(01|13|15|22)/] })
test.describe.configure({ timeout: 60_000 })

test('a student sees an empty profile and completes it', async ({ page }) => {
  await signInAsStudent(page)
  await openPage(page, '/user/profile')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Nisha Kapoor' })).toBeVisible()
  await expect(main).toContainText('Student')
  await expect(main).toContainText(/Member since \w+ \d{4}/)
  await expect(main).toContainText('No recent activity')
  await expect(main).toContainText('Start your first session to see activity here')
  await expectFitsEveryWidth(page)

  await main.getByRole('link', { name: 'Edit Profile' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Your Profile' })).toBeVisible()
  await expect(page.getByText('Email address cannot be changed')).toBeVisible()
  await expectFitsEveryWidth(page)
  const parent = page.getByLabel(/Parent's WhatsApp Number/)
  await parent.pressSequentially('12345')
  await expect(page.getByText('Please enter a valid 10-digit Indian mobile number.')).toBeVisible()
  await parent.fill('9876543210')
  await expect(page.getByText('Please enter a valid 10-digit Indian mobile number.')).toHaveCount(0)
  await page.getByLabel('Full Name').fill('Nisha Kapoor Rao')
  await page.getByLabel(/Languages/).fill(' Hindi, ,English ')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForAddress(page, '/user/profile')
  await expect(toastWith(page, 'Profile updated successfully!')).toBeVisible()
  await expect(main.getByRole('heading', { level: 1, name: 'Nisha Kapoor Rao' })).toBeVisible()
  await page.goto('/user/profile/edit')
  await expect(page.getByLabel(/Languages/)).toHaveValue('Hindi, English')
})

test('an expert pending approval sees what is locked and cannot go online', async ({ page }) => {
  await signInAsExpert(page, { approval: 'pending' })
  await page.goto('/expert/profile')
  const main = page.getByRole('main')
  await expect(main.getByText('Account Pending Approval').first()).toBeVisible()
  await expect(main).toContainText('Ravi Nair')
  await expect(main).toContainText('₹10/min')
  await expect(main).toContainText('N/A')
  await expectFitsEveryWidth(page)
})

test('each role is redirected to its own pages', async ({ page }) => {
  await signInAsAccount(page, cast.ravi)
  await page.goto('/user/profile')
  await waitForAddress(page, '/expert/profile')
  await page.context().clearCookies()
  await signInAsAccount(page, cast.asha)
  await page.goto('/expert/profile')
  await waitForAddress(page, '/user/profile')
  await page.context().clearCookies()
  await page.goto('/user/profile')
  await expect(page.getByText('Please log in to view your profile.')).toBeVisible()
  await page.goto('/expert/profile')
  await expect(page.getByText('Authentication Required')).toBeVisible()
  // Wait for hydration, or the page being left could consume the message of the next one.
  await waitForHydration(page)
  await page.goto('/profile')
  await waitForAddress(page, '/login?from=profile')
  await waitForHydration(page)
  await expect(toastWith(page, 'Please log in to view your profile')).toBeVisible()
})

test('an expert completes the profile, is approved, goes online, and is signed out by a suspension', async ({
  page,
  browser,
}) => {
  const email = `kavita-${crypto.randomUUID()}@samjhao.example`
  const expertId = await inDatabase(async ({ as, db }) => {
    const application = { email, fullName: 'Kavita Rao', phone: '+91 98450 00000' }
    const id = await createExpert(as({ kind: 'system' }), { ...application, category: 'academic' })
    return (await db.selectFrom('experts').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()).id
  })

  await openPage(page, await linkMailedTo(email))
  await page.getByLabel('New password').fill('kavita-explains')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await waitForAddress(page, '/login')
  await sendLogIn(page, { email, password: 'kavita-explains' })
  await waitForAddress(page, '/accept-terms?redirect=%2Fprofile')
  await expectAccessible(page)
  await expectFitsEveryWidth(page)
  await openPage(page, '/expert/wallet')
  await waitForAddress(page, '/accept-terms?redirect=%2Fexpert%2Fwallet')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Accept and continue' }).click()
  await waitForAddress(page, '/expert/wallet')
  await openPage(page, '/expert/profile')
  await page.getByRole('main').getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Expert Profile' })).toBeVisible()
  await page.getByLabel('Professional Title').fill('Physics teacher')
  await page.getByLabel('Category').selectOption('academic')
  for (const name of ['Homework Help', 'Test Preparation']) await page.getByLabel(name, { exact: true }).check()
  await page.getByLabel('Years of Experience').fill('12')
  await page.getByLabel('Highest Degree').fill('MSc Physics')
  await page.getByLabel('Expertise Brief').fill('I explain mechanics until it is simple.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please select exactly 3 subcategories to proceed.').first()).toBeVisible()
  await page.getByLabel('JEE', { exact: true }).check()
  await page.getByLabel('NEET', { exact: true }).click()
  await expect(toastWith(page, 'You can only select 3 subcategories.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await waitForAddress(page, '/expert/profile')
  await expect(toastWith(page, 'Profile Updated')).toContainText('Your expert profile has been successfully updated.')
  await expect(page.getByRole('switch')).toBeDisabled()

  const team = await (await browser.newContext()).newPage()
  await signInAsAccount(team, cast.meera)
  await openPage(team, `/team/experts/${expertId}`)
  await team.getByRole('button', { name: 'Verify: Identity' }).click()
  await expect(team.getByRole('button', { name: 'Remove: Identity' })).toBeVisible()
  await team.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirmIn(team)
  await expect(toastWith(team, 'The expert is approved.')).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('switch').click()
  await expect(toastWith(page, 'You are now online')).toBeVisible()
  await expect(page.getByRole('switch')).toBeChecked()
  await expectAccessible(page)

  await team.getByRole('button', { name: 'Suspend…' }).click()
  await team.getByLabel('Reason').fill('You took a student off the platform.')
  await team.getByRole('button', { name: 'Suspend', exact: true }).click()
  await confirmIn(team)
  await expect(page.getByText('Authentication Required')).toBeVisible()
  await openPage(page, '/login')
  await sendLogIn(page, { email, password: 'kavita-explains' })
  await waitForAddress(page, '/expert/profile')
  await expect(page.getByText('The reason: You took a student off the platform.')).toBeVisible()
  await team.context().close()
})
