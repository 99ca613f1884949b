import type { Locator } from '@playwright/test'
import type { AccountId } from '#kernel/ids.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { type Expert, test as withPeople } from '#tests/e2e/expert-people.ts'
import { addStudent, setSignInCookie, sendLogIn } from '#tests/e2e/people.ts'
import { expect, expectFitsEveryWidth, type Page, toastWith, openPage } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'

type Student = Awaited<ReturnType<typeof addStudent>>

/** Adds Ravi, who can be called, and Nisha, signed in with ₹30. */
const test = withPeople.extend<{ ravi: Expert; nisha: Student }>({
  ravi: async ({ people }, use) => {
    const ravi = await people.expert({ fullName: 'Ravi Nair' })
    await people.putOnline(ravi)
    await use(ravi)
  },
  nisha: async ({ page }, use) => {
    const nisha = await addStudent()
    await addMoney(nisha.person.id, 30)
    await setSignInCookie(page, nisha.token)
    await use(nisha)
  },
})

test.describe.configure({ timeout: 90_000 })
test.use({ permissions: ['camera', 'microphone'], expectedComplaints: [/status of 4\d\d|ERR_FAILED/] })

const addMoney = (studentId: AccountId, amount: number) =>
  inDatabase(({ as }) => giveMoney(as({ kind: 'system' }), studentId, rupees(amount)))

const question = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Your question' })
const start = (dialog: Locator) => dialog.getByRole('button', { name: /^Start (audio|video) call/ })
const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Request Session' })

async function openDialog(page: Page, { expertId }: Expert, button = 'Book Video Session'): Promise<Locator> {
  await openPage(page, `/expert/details/${expertId}`)
  await page.getByRole('main').getByRole('button', { name: button }).click()
  const dialog = getDialog(page)
  await expect(dialog).toBeVisible()
  return dialog
}

const listSessions = ({ person }: Student) =>
  inDatabase(({ db }) =>
    db
      .selectFrom('help_sessions')
      .select(['question', 'call_type', 'held_paise'])
      .where('student_id', '=', person.id)
      .execute(),
  )

test('the request dialog shows price, balance and device checks before it rings', async ({ page, ravi, nisha }) => {
  const dialog = await openDialog(page, ravi)
  await expect(dialog.getByText('with Ravi Nair')).toBeVisible()
  const costs = dialog.getByRole('region', { name: 'What it costs' })
  await expect(costs).toContainText('₹10/min')
  await expect(costs).toContainText('₹30 · 3 minutes')
  await expect(costs).toContainText('a call of under 30 seconds costs nothing')
  await expect(dialog.getByLabel('Your own picture')).toBeVisible()
  await expect(dialog.getByText('Your microphone works')).toBeVisible()
  const readLevel = async () => (await dialog.getByTestId('level').boundingBox())?.width
  await expect.poll(readLevel).toBeGreaterThan(5)
  await expectFitsEveryWidth(page)

  await start(dialog).click()
  await expect(dialog.getByText('Please enter a question or upload a file')).toBeVisible()
  await expect(question(dialog)).toBeFocused()
  await question(dialog).fill('   ')
  await start(dialog).click()
  await expect(question(dialog)).toHaveAccessibleDescription(/Please enter a question or upload a file/)
  await question(dialog).fill('Why does a spinning top not fall over?')
  await expect(dialog.getByText('Please enter a question or upload a file')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Start video call · ₹10/min' }).click()
  await expect(toastWith(page, 'Request sent to Ravi Nair')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await listSessions(nisha)).toEqual([
    { question: 'Why does a spinning top not fall over?', call_type: 'video', held_paise: 30_00 },
  ])
})

test('the dialog’s code loads only when a student requests a call', async ({ page, ravi, nisha }) => {
  expect(nisha).toBeDefined()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const isLoaded = () => loaded.some((url) => url.includes('request-dialog'))
  await openPage(page, `/expert/${ravi.expertId}`)
  expect(isLoaded()).toBe(false)
  await page.getByRole('button', { name: 'Talk to Ravi' }).click()
  await expect(getDialog(page).getByRole('radio', { name: 'Audio call' })).toBeChecked()
  expect(isLoaded()).toBe(true)
})

test('a student who was signed out logs in again and finds the question kept', async ({ page, ravi, nisha }) => {
  const dialog = await openDialog(page, ravi, 'Book Audio Call')
  await question(dialog).fill('What is entropy?')
  await page.context().clearCookies()
  await start(dialog).click()
  await expect(toastWith(page, 'You need to be logged in to send a request')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await sendLogIn(page, nisha)
  await expect(page).toHaveURL(`/expert/details/${ravi.expertId}`)
  await page.getByRole('button', { name: 'Book Audio Call' }).click()
  await expect(question(dialog)).toHaveValue('What is entropy?')
  await start(dialog).click()
  await expect(toastWith(page, 'Request sent to Ravi Nair')).toBeVisible()
})

test('the dialog works by keyboard, and closing asks only when text was entered', async ({ page, ravi, nisha }) => {
  expect(nisha).toBeDefined()
  const dialog = await openDialog(page, ravi, 'Book Audio Call')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const button = page.getByRole('button', { name: 'Book Audio Call' })
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Your microphone works')).toBeVisible()
  await question(dialog).focus()
  await page.keyboard.type('How do vaccines work?')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Add a file' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('radio', { name: 'Audio call' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Video call' })).toBeChecked()
  await expect(dialog.getByLabel('Your own picture')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await expect(start(dialog)).toBeFocused()

  await page.keyboard.press('Escape')
  const discardDialog = page.getByRole('dialog', { name: 'Discard your question?' })
  await discardDialog.getByRole('button', { name: 'Keep writing' }).click()
  await expect(question(dialog)).toHaveValue('How do vaccines work?')
  await page.keyboard.press('Escape')
  await discardDialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  await button.click()
  await expect(question(dialog)).toHaveValue('')
})
