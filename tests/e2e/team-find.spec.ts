import { test } from '#tests/e2e/expert-people.ts'
import { addRefundRequest, signInAsTeam } from '#tests/e2e/team-people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, type Page, waitForUrl } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 90_000 })

const findBox = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })

test(
  'one search finds people, receipts and actions by keyboard, and by its button',
  { tag: '@every-width' },
  async ({ page, people }) => {
    const { student, sessionId } = await addRefundRequest(people)
    await signInAsTeam(page)
    const main = await openPage(page, '/team')
    await page.keyboard.press('Control+k')
    await expect(findBox(page)).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type(student.email)
    const options = page.getByRole('option')
    await expect(options).toHaveCount(1)
    await expect(options).toContainText('p•••@samjhao.example')
    await expect(options).not.toContainText(student.email)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Enter')
    await waitForUrl(page, `/team/people/${student.person.id}`)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.getByRole('button', { name: 'Search everything' }).click()
    await findBox(page).fill(sessionId.slice(0, 8).toUpperCase())
    await expect(page.getByRole('option', { name: /with Ravi Nair/ })).toBeVisible()
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await waitForUrl(page, `/team/sessions/${sessionId}`)
    await expect(main.getByRole('heading', { name: 'Timeline' })).toBeVisible()

    await page.keyboard.press('Control+k')
    await findBox(page).fill('nobody of this name')
    await expect(page.getByText(/^Nothing found for “nobody of this name”/).first()).toBeVisible()
    await expectAccessible(page)
    await findBox(page).fill('suspend')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Suspend an account: choose a person')
    await findBox(page).fill(student.person.id)
    await expect(options).toHaveCount(1)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Enter')
    await waitForUrl(page, `/team/people/${student.person.id}#suspend`)
    await expect(main.getByRole('region', { name: 'Suspend', exact: true })).toBeInViewport()
  },
)

test('the choices of filters are not cut off', { tag: '@every-width' }, async ({ page }) => {
  await signInAsTeam(page)
  const tables = [
    'people',
    'experts',
    'sessions',
    'reviews',
    'tickets',
    'withdrawals',
    'applications',
    'outbox',
    'audit',
  ]
  for (const path of [...tables, 'money/operations', 'money/corrections']) {
    const main = await openPage(page, `/team/${path}`)
    await expect(main.getByRole('search')).toBeVisible()
    expect([path, await main.getByRole('search').evaluate(listCutOffChoices)]).toEqual([path, []])
    await expectNoSidewaysScroll(page)
  }
})

/** Runs in the page. Lists the selects that are narrower than their longest choice. */
function listCutOffChoices(search: Element): string[] {
  return [...search.querySelectorAll('select')].flatMap((select) => {
    const shown = select.getBoundingClientRect().width
    if (shown === 0) return []
    const copy = select.cloneNode(true) as HTMLSelectElement
    copy.style.width = 'max-content'
    copy.style.position = 'absolute'
    select.after(copy)
    const needed = copy.getBoundingClientRect().width
    copy.remove()
    return needed > shown + 1 ? [`${select.name}: ${Math.round(shown)} of ${Math.round(needed)} px`] : []
  })
}
