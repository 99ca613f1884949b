import { cast } from '#demo/cast.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { signInAsExpert } from '#tests/e2e/experts.ts'
import { signInAsAccount } from '#tests/e2e/people.ts'
import { holdScripts } from '#tests/e2e/slow-line.ts'
import { waitForUrl, expect, expectAccessible, waitForHydration, test, toastWith, openPage } from '#tests/e2e/test.ts'

test('the redirect to the profile shows a message, and Back skips it', async ({ page }) => {
  await signInAsAccount(page, cast.asha)
  await openPage(page, '/how-it-works')
  const release = await holdScripts(page)
  await page.goto('/profile', { waitUntil: 'commit' })
  await expect(page.getByText('Redirecting to your profile...')).toBeVisible()
  await expectAccessible(page)
  await release()
  await waitForUrl(page, '/user/profile')
  await page.goBack()
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
})

test.describe('when the expert record cannot be created', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('the expert sees the error, and Try Again opens the profile when the fault is gone', async ({ page }) => {
    const { person } = await signInAsExpert(page)
    const name = `unlucky_${crypto.randomUUID().replaceAll('-', '_')}`
    const removeFault = () => inDatabase(({ alter }) => alter(`drop function if exists ${name} cascade`))
    await inDatabase(async ({ query, alter }) => {
      await query('delete from experts where user_id = $1', [person.id])
      await alter(`create function ${name}() returns trigger language plpgsql as
        $$ begin if new.user_id = '${person.id}' then raise exception 'provoked by a test'; end if; return new; end $$`)
      await alter(`create trigger ${name} before insert on experts for each row execute function ${name}()`)
    })
    try {
      await openPage(page, '/profile')
      await expect(toastWith(page, 'Error setting up your expert profile')).toBeVisible()
      await waitForUrl(page, '/expert/profile')
      const failed = 'Failed to create profile: It could not be saved on our side.'
      await expect(page.getByText(failed)).toBeVisible()
      await expect(page.getByText(/tell us this reference/)).toBeVisible()
      await expectAccessible(page)
      await page.goto('/expert/profile/edit')
      await expect(page.getByText(failed)).toBeVisible()
    } finally {
      await removeFault()
    }
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Expert Profile' })).toBeVisible()
  })
})
