import { test } from '#tests/e2e/expert-people.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import { addRefundRequest, confirmIn, signInAsTeam } from '#tests/e2e/team-people.ts'
import { waitForUrl, expect, expectFitsEveryWidth, expectAccessible, announcement, openPage } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 90_000 })

test('a student who requests a refund gets a part of it and sees the reason', async ({ page, people }) => {
  const { student, sessionId } = await addRefundRequest(people)
  const { password } = await signInAsTeam(page)
  const main = await openPage(page, `/team/tickets?q=${encodeURIComponent(student.email)}`)
  await expect(main).toContainText('I could not hear a word.')
  await expect(main).toContainText(/Acknowledge in 4\d hours/)
  await expectFitsEveryWidth(page)
  await main.getByRole('link', { name: /Refund$/ }).click()
  await expect(main.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(main).toContainText('₹30 for 3 min at ₹10')
  await expectFitsEveryWidth(page)

  await main.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(main).toContainText(/Decide in (29|30) days/)
  await main.getByLabel('Refund').selectOption('part')
  await main.getByLabel('Amount').fill('12.50')
  await main.getByLabel('Answer to the student').fill('The sound was bad at the end.')
  await main.getByLabel('Your password').fill(password)
  await main.getByRole('button', { name: 'Decide' }).click()
  await confirmIn(page)
  await expect(announcement(page, '₹12.50 refunded.')).toBeAttached()
  await expect(main).toContainText('refund granted by Tara Bose')

  await setSignInCookie(page, student.token)
  await openPage(page, `/user/sessions/${sessionId}`)
  const refund = page.getByRole('region', { name: 'Refund' })
  await expect(refund).toContainText('₹12.50 of ₹30 is back in your wallet.')
  await expect(refund).toContainText('The sound was bad at the end.')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a part is refunded with a plain form, which shows only the fields of the chosen option', async ({
    page,
    people,
  }) => {
    const { student } = await addRefundRequest(people)
    const { password } = await signInAsTeam(page)
    await page.goto(`/team/tickets?q=${encodeURIComponent(student.email)}`)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: /Refund$/ }).click()
    await expect(main.getByLabel('Amount')).toBeHidden()
    await expect(main.getByLabel('Your password')).toBeHidden()
    await main.getByLabel('Refund', { exact: true }).selectOption('part')
    await main.getByLabel('Amount').fill('12.50')
    await main.getByLabel('Answer to the student').fill('The sound was bad at the end.')
    await main.getByLabel('Your password').fill(password)
    await main.getByRole('checkbox', { name: /^Decide as chosen above, with or without a refund to/ }).check()
    await main.getByRole('button', { name: 'Decide' }).click()
    await expect(main).toContainText('refund granted by Tara Bose')
    await expect(main).toContainText('The sound was bad at the end.')
  })
})

test('a mailed complaint gets a ticket number and an answer by mail', async ({ page, people }) => {
  const { email } = await people.student()
  await signInAsTeam(page)
  const main = await openPage(page, '/team/tickets')
  await main.getByRole('link', { name: 'Enter a complaint' }).click()
  await waitForUrl(page, '/team/tickets/new')
  await main.getByLabel('Email of the account').fill(email)
  await main.getByLabel('In their words').fill('The page is slow.')
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Create ticket' }).click()
  await expect(page).toHaveURL(/\/team\/tickets\/\d+$/)
  await main.getByLabel(/^Answer to/).fill('It is quicker now.')
  await main.getByRole('button', { name: 'Decide' }).click()
  await confirmIn(page)
  await expect(main).toContainText('ticket resolved by Tara Bose')
  await expect(main.getByRole('button', { name: 'Decide' })).toHaveCount(0)
})
