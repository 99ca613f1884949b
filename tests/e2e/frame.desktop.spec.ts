import { expect, test } from '#tests/e2e/test.ts'

test('the navigation bar marks the current page and links to login and sign-up', async ({ page }) => {
  await page.goto('/how-it-works')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Experts', 'How It Works'])
  await expect(bar.getByRole('link', { name: 'How It Works' })).toHaveAttribute('aria-current', 'page')
  await expect(bar.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register')
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeHidden()
})
