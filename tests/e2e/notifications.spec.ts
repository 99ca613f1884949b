import { notify } from '#domain/notifications/notify.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { addStudent, setSignInCookie } from '#tests/e2e/people.ts'
import { waitForUrl, expect, expectFitsEveryWidth, type Page, test, toastWith, openPage } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 90_000 })

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

/** Sends the same notification as a top-up. */
function notifyMoney(to: AccountId, rupees: number): Promise<void> {
  const facts = { what: 'added', amountPaise: rupees * 100 } as const
  return inDatabase(({ as }) =>
    notify(as({ kind: 'system' }), { to, kind: 'money', facts, once: `payment of ${rupees}` }),
  )
}

test('the bell and the unread marks update in every tab, and preferences are saved', async ({ page }) => {
  const { person, token } = await addStudent()
  await setSignInCookie(page, token)
  await openPage(page, '/notifications')
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
  const otherTab = await page.context().newPage()
  await openPage(otherTab, '/')
  await expect(bell(otherTab)).toHaveAccessibleName('Notifications')

  await notifyMoney(person.id, 100)
  await expect(bell(otherTab)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(otherTab.getByRole('banner').locator('[aria-live]')).toHaveText(
    'New notification: ₹100 added to your wallet',
  )
  await notifyMoney(person.id, 200)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/₹200/, /₹100/])
  await expectFitsEveryWidth(page)

  await page.getByRole('button', { name: 'Mark as read: ₹200 added to your wallet' }).click()
  await expect(bell(otherTab)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(row(page, '₹200').getByText('Unread:')).toHaveCount(0)
  await expect(row(page, '₹200').getByRole('link')).toBeFocused()
  await expect(row(page, '₹100').getByText('Unread:')).toHaveCount(1)

  await notifyMoney(person.id, 300)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await page.getByRole('link', { name: /₹300 added to your wallet/ }).click()
  await waitForUrl(page, '/user/wallet')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(bell(otherTab)).toHaveAccessibleName('Notifications, 1 unread')

  await bell(otherTab).click()
  await waitForUrl(otherTab, '/notifications')
  await otherTab.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(otherTab.getByRole('button', { name: /^Mark/ })).toHaveCount(0)
  await expect(otherTab.getByRole('heading', { name: 'Notifications', level: 1 })).toBeFocused()
  await expect(otherTab.getByRole('main').getByRole('listitem')).toHaveCount(3)

  await otherTab.getByRole('link', { name: 'Notification settings' }).click()
  await waitForUrl(otherTab, '/notifications/preferences')
  await expectFitsEveryWidth(otherTab)
  const moneyByMail = otherTab.getByRole('checkbox', { name: 'Money in and out by email' })
  await moneyByMail.uncheck()
  await otherTab.getByRole('button', { name: 'Save' }).click()
  await expect(toastWith(otherTab, 'Saved')).toBeVisible()
  await otherTab.reload()
  await expect(moneyByMail).not.toBeChecked()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the bell is a link, and notifications can be marked as read', async ({ page }) => {
    const { person, token } = await addStudent()
    await setSignInCookie(page, token)
    await notifyMoney(person.id, 100)
    await notifyMoney(person.id, 200)
    await page.goto('/how-it-works')
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
    await bell(page).click()
    await page.getByRole('button', { name: 'Mark as read: ₹100 added to your wallet' }).click()
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
    await page.getByRole('link', { name: /₹200 added to your wallet/ }).click()
    await expect(page).toHaveURL('/user/wallet')
    await expect(bell(page)).toHaveAccessibleName('Notifications')
  })
})
