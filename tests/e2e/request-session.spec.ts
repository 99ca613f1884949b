import type { Locator } from '@playwright/test'
import { startRequest } from '#domain/requests/start-request.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { type Expert, test as withPeople } from '#tests/e2e/expert-people.ts'
import { addStudent, logOut, sendLogIn, setSignInCookie } from '#tests/e2e/people.ts'
import { expect, expectFitsEveryWidth, type Page, toastWith, openPage } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequestToAnyone } from '#tests/requests.ts'
import { newRequest } from '#tests/sessions.ts'

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
test.use({
  permissions: ['camera', 'microphone'],
  expectedErrors: [/status of 4\d\d|ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket/],
})

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
  await expect(dialog).toContainText('a call of under 30 seconds costs nothing')
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

test('a phone shows price, balance, hold and button without scrolling', async ({ page, ravi, nisha }) => {
  expect(nisha).toBeDefined()
  await page.setViewportSize({ width: 390, height: 700 })
  const dialog = await openDialog(page, ravi)
  await expect(dialog.getByText('Your microphone works')).toBeVisible()
  const costs = dialog.getByRole('region', { name: 'What it costs' })
  for (const text of ['₹10/min', '₹30 · 3 minutes'])
    await expect(costs.getByText(text).first()).toBeInViewport({ ratio: 1 })
  await expect(costs.getByText('Held at the start')).toBeInViewport({ ratio: 1 })
  await expect(question(dialog)).toBeInViewport({ ratio: 1 })
  await expect(start(dialog)).toBeInViewport({ ratio: 1 })
})

test('the code of the dialog loads only when a visitor requests a call', async ({ page, ravi }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const isLoaded = (part: string) => loaded.some((url) => url.includes(part))
  await openPage(page, `/expert/${ravi.expertId}`)
  expect(isLoaded('request-dialog')).toBe(false)
  await page.getByRole('button', { name: 'Talk to Ravi' }).click()
  await expect(getDialog(page).getByRole('radio', { name: 'Audio call' })).toBeChecked()
  expect(isLoaded('request-dialog')).toBe(true)
  await expect.poll(() => isLoaded('account-step') && isLoaded('add-minutes-step')).toBe(true)
})

test('a signed-out student logs in inside the dialog and continues', async ({ page, ravi, nisha }) => {
  const dialog = await openDialog(page, ravi, 'Book Audio Call')
  await question(dialog).fill('What is entropy?')
  await page.context().clearCookies()
  await start(dialog).click()
  await expect(toastWith(page, 'You need to be logged in to send a request')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Email' }).fill(nisha.email)
  await dialog.locator('[name=password]').fill(nisha.password)
  await dialog.getByRole('button', { name: 'Log in and continue' }).click()
  await expect(question(dialog)).toHaveValue('What is entropy?')
  await start(dialog).click()
  await expect(toastWith(page, 'Request sent to Ravi Nair')).toBeVisible()
})

test('a visitor’s question and file are kept after a reload, in another tab and after the login page', async ({
  page,
  context,
  ravi,
}) => {
  const nisha = await addStudent()
  await addMoney(nisha.person.id, 30)
  const dialog = await openDialog(page, ravi, 'Book Video Session')
  await question(dialog).fill('What is on this page?')
  const picture = { name: 'page.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await dialog.getByLabel('Choose a file').setInputFiles(picture)
  await expect(dialog.getByText('page.png', { exact: true })).toBeVisible()

  await dialog.getByText('Audio call', { exact: true }).click()
  const otherTab = await context.newPage()
  await openDialog(otherTab, ravi, 'Book Video Session')
  // The dialog of this tab opens again without a tap.
  await page.reload()
  for (const tab of [page, otherTab]) {
    await expect(question(getDialog(tab))).toHaveValue('What is on this page?')
    await expect(getDialog(tab).getByText('page.png', { exact: true })).toBeVisible()
  }
  await otherTab.close()
  await expect(dialog.getByRole('radio', { name: 'Audio call' })).toBeChecked()

  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'I already have an account' }).click()
  await dialog.getByRole('link', { name: 'Use a passkey or reset the password' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await sendLogIn(page, nisha)
  await expect(page).toHaveURL(`/expert/details/${ravi.expertId}`)
  await expect(question(dialog)).toHaveValue('What is on this page?')
  await expect(dialog.getByText('page.png is added')).toBeAttached()
  await expect(dialog.getByRole('radio', { name: 'Audio call' })).toBeChecked()
  await start(dialog).click()
  await expect(toastWith(page, 'Request sent to Ravi Nair')).toBeVisible()
  const [session] = await inDatabase(({ db }) =>
    db
      .selectFrom('help_sessions')
      .select(['question', 'file_name'])
      .where('student_id', '=', nisha.person.id)
      .execute(),
  )
  expect(session).toMatchObject({ question: 'What is on this page?', file_name: expect.stringMatching(/^page\./) })
})

test('a question without an answer is asked again from the page of its session and from an alert', async ({
  page,
  people,
  ravi,
  nisha,
}) => {
  const student = people.ctxAs(nisha.person)
  const asked = newRequest(ravi.expertId, { question: 'Why is the sky blue?', callType: 'audio' })
  const id = await requestSession(student, asked)
  await declineSession(people.ctxAs(ravi.person), { id, reason: 'In a lecture' })
  await openPage(page, `/user/sessions/${id}`)
  await expectFitsEveryWidth(page)
  await page.getByRole('button', { name: 'Find somebody now' }).click()
  const find = page.getByRole('dialog', { name: 'Find somebody now' })
  await expect(question(find)).toHaveValue('Why is the sky blue?')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Call again' }).click()
  const dialog = getDialog(page)
  await question(dialog).fill('Why is the sea blue?')
  await page.reload()
  await expect(question(dialog)).toHaveValue('Why is the sea blue?')
  await expect(dialog.getByRole('radio', { name: 'Audio call' })).toBeChecked()

  const search = newRequestToAnyone({ question: 'Which bird sings at night?', callType: 'audio', language: 'Tamil' })
  await startRequest(student, search)
  await openPage(page, `/expert/details/${ravi.expertId}?question=${search.id}`)
  await expect(question(dialog)).toHaveValue('Which bird sings at night?')
  await expect(dialog.getByRole('radio', { name: 'Audio call' })).toBeChecked()
  await expect(page).toHaveURL(`/expert/details/${ravi.expertId}`)
})

test('the back button closes the dialog and keeps the page, and a logout deletes the question', async ({
  page,
  ravi,
  nisha,
}) => {
  expect(nisha).toBeDefined()
  await openPage(page, '/how-it-works')
  const dialog = await openDialog(page, ravi, 'Book Audio Call')
  await question(dialog).fill('What is entropy?')
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`/expert/details/${ravi.expertId}`)
  await page.getByRole('button', { name: 'Book Audio Call' }).click()
  await expect(question(dialog)).toHaveValue('What is entropy?')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await logOut(page)
  await openDialog(page, ravi, 'Book Audio Call')
  await expect(question(dialog)).toHaveValue('')
})

test('without a network the dialog keeps the question and shows an error', async ({ page, ravi, nisha }) => {
  expect(nisha).toBeDefined()
  const dialog = await openDialog(page, ravi, 'Book Audio Call')
  await question(dialog).fill('What is entropy?')
  await expect(dialog.getByText('Your microphone works')).toBeVisible()
  await page.context().setOffline(true)
  await start(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('Network error.')
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  await expectBelow(page.getByText('Reconnecting…'), page.getByRole('banner'))
  await expect(question(dialog)).toHaveValue('What is entropy?')
  await page.context().setOffline(false)
  await expect(page.getByText('Reconnecting…')).toHaveCount(0)
  await start(dialog).click()
  await expect(toastWith(page, 'Request sent to Ravi Nair')).toBeVisible()
})

test('the dialog works by keyboard, and a closed dialog keeps the question', async ({ page, ravi, nisha }) => {
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
  await expect(dialog.getByRole('button', { name: 'Take a photo' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('radio', { name: 'Audio call' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Video call' })).toBeChecked()
  await expect(dialog.getByLabel('Your own picture')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await expect(start(dialog)).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.click()
  await expect(question(dialog)).toHaveValue('How do vaccines work?')
})

/** Expects the notice below the header, so that it covers no controls. */
async function expectBelow(notice: Locator, header: Locator): Promise<void> {
  const [shown, covered] = await Promise.all([notice.boundingBox(), header.boundingBox()])
  expect(shown?.y).toBeGreaterThanOrEqual((covered?.y ?? 0) + (covered?.height ?? Infinity))
}
