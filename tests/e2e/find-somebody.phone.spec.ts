import type { Locator } from '@playwright/test'
import { declineOffer } from '#domain/requests/decline-offer.server.ts'
import { declineSession } from '#domain/sessions/decline-session.server.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { type Expert, type People, test as withPeople } from '#tests/e2e/expert-people.ts'
import { uniqueWord } from '#tests/e2e/listed-experts.ts'
import { addStudent, setSignInCookie, uniqueEmail } from '#tests/e2e/people.ts'
import { expect, expectFitsEveryWidth, openPage, type Page } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { onePixelPng } from '#tests/pictures.ts'
import { offerTo } from '#tests/requests.ts'

/** Ravi teaches a subject of his own, so that only he matches. His browser is closed, so the tests answer for him. */
const test = withPeople.extend<{ subject: string; ravi: Expert }>({
  // oxlint-disable-next-line no-empty-pattern
  subject: async ({}, use) => use(uniqueWord()),
  ravi: async ({ people, subject }, use) => {
    const ravi = await people.expert({ fullName: 'Ravi Nair', keySubjects: [subject] })
    await people.putOnline(ravi)
    await use(ravi)
  },
})

test.describe.configure({ timeout: 120_000 })
test.use({ permissions: ['camera', 'microphone'], viewport: { width: 390, height: 700 } })

test('a visitor asks any expert from the home page, by keyboard from the question to the end of the search', async ({
  page,
  ravi,
  subject,
}) => {
  expect(ravi).toBeDefined()
  const question = `What is ${subject}?`
  await openPage(page, '/')
  await page.getByRole('main').getByRole('button', { name: 'Find somebody now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find somebody now' })
  await expectInView(dialog, ['up to ₹10/min', 'Held at the start'], 'Continue')
  await dialog.getByRole('textbox', { name: 'Your question' }).fill(question)
  await addPhoto(dialog)
  await dialog.getByLabel('Language').selectOption('Hindi')
  await dialog.getByLabel('Highest price per minute').fill('20')
  await expectFitsEveryWidth(page)

  await pressByKeyboard(page, dialog.getByRole('button', { name: 'Continue' }))
  await expect(dialog.getByRole('heading', { name: 'Create an Account' })).toBeVisible()
  await expectInView(dialog, ['up to ₹20/min', 'Held at the start'], 'Create account and continue')
  await expectFitsEveryWidth(page)
  await createAccount(dialog, (button) => pressByKeyboard(page, button))
  await expectFitsEveryWidth(page)
  await expectInView(dialog, ['up to ₹20/min', 'Your balance', 'Held at the start'], /^Add ₹200 and find somebody/)
  await pressByKeyboard(page, dialog.getByRole('button', { name: /^Add ₹200 and find somebody/ }))

  const search = page.getByRole('dialog', { name: 'Finding an expert' })
  await expect(search.getByText('1 expert is being asked')).toBeVisible()
  await expectInView(search, [question], 'Stop searching')
  expect(await readRequest(subject)).toMatchObject({
    state: 'open',
    language: 'Hindi',
    max_rate_paise_per_minute: 20_00,
    held_paise: 100_00,
    file_name: 'sum.webp',
  })
  await expectFitsEveryWidth(page)

  await page.keyboard.press('Escape')
  const bar = page.getByRole('complementary', { name: 'Your search for an expert' })
  await expect(bar).toContainText('1 expert is being asked')
  await expectFitsEveryWidth(page)
  await pressByKeyboard(page, bar.getByRole('button', { name: 'Show' }))
  await pressByKeyboard(page, search.getByRole('button', { name: 'Stop searching' }))
  await expect(search).toBeHidden()
  await expect(bar).toBeHidden()
  expect(await readRequest(subject)).toMatchObject({ state: 'stopped' })
})

test('a visitor calls an expert who declines, and asks the others with the same question', async ({
  page,
  people,
  ravi,
  subject,
}) => {
  const question = `Why is ${subject} so?`
  await openPage(page, `/expert/details/${ravi.expertId}`)
  await page.getByRole('main').getByRole('button', { name: 'Book Audio Call' }).click()
  const direct = page.getByRole('dialog', { name: 'Request Session' })
  await expectInView(direct, ['₹10/min', 'Held at the start'], 'Continue')
  await direct.getByRole('textbox', { name: 'Your question' }).fill(question)
  await direct.getByRole('button', { name: 'Continue' }).click()
  await createAccount(direct)
  await expectInView(direct, ['₹10/min', 'Your balance', 'Held at the start'], 'Add ₹100 and start audio call')
  await direct.getByRole('button', { name: 'Add ₹100 and start audio call' }).click()

  await expect(page.getByText('Calling Ravi Nair').last()).toBeVisible()
  await declineRing(people, ravi)
  const find = page.getByRole('button', { name: 'Find somebody now' })
  await expect(find).toBeVisible()
  await expectFitsEveryWidth(page)
  await find.click()
  const dialog = page.getByRole('dialog', { name: 'Find somebody now' })
  await expect(dialog.getByRole('textbox', { name: 'Your question' })).toHaveValue(question)
  await dialog.getByRole('button', { name: 'Find somebody now' }).click()

  await expect(page.getByText('1 expert is being asked')).toBeVisible()
  await declineOpenOffer(people, ravi)
  await expect(page.getByRole('dialog', { name: 'The expert we asked did not accept' })).toBeVisible()
  await expectFitsEveryWidth(page)
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|WebSocket/] })

  test('a search stays on the screen, and can be stopped when the network is back', async ({ page, ravi, subject }) => {
    expect(ravi).toBeDefined()
    const { person, token } = await addStudent()
    await inDatabase(({ as }) => giveMoney(as({ kind: 'system' }), person.id, rupees(200)))
    await setSignInCookie(page, token)
    await openPage(page, '/')
    await page.getByRole('main').getByRole('button', { name: 'Find somebody now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Find somebody now' })
    await dialog.getByRole('textbox', { name: 'Your question' }).fill(`What is ${subject}?`)
    await dialog.getByRole('button', { name: 'Find somebody now' }).click()
    const search = page.getByRole('dialog', { name: 'Finding an expert' })
    await expect(search.getByText('1 expert is being asked')).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))

    await page.context().setOffline(true)
    await search.getByRole('button', { name: 'Stop searching' }).click()
    await expect(search.getByRole('alert')).toHaveText('Network error. Please check your connection and try again.')
    await expect(page.getByText('Reconnecting…')).toBeVisible()
    await expectInView(search, [`What is ${subject}?`], 'Stop searching')
    await expectFitsEveryWidth(page)
    expect(await readRequest(subject)).toMatchObject({ state: 'open' })

    await page.context().setOffline(false)
    await search.getByRole('button', { name: 'Stop searching' }).click()
    await expect(search).toBeHidden()
    await expect.poll(() => readRequest(subject)).toMatchObject({ state: 'stopped' })
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })
})

/** Expects texts and a button to be visible without scrolling. */
async function expectInView(dialog: Locator, texts: string[], button: string | RegExp): Promise<void> {
  for (const text of texts) await expect(dialog.getByText(text).first()).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 })
}

async function addPhoto(dialog: Locator): Promise<void> {
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'sum.png', mimeType: 'image/png', buffer: await onePixelPng() })
  await expect(dialog.getByText('sum.png is added')).toBeAttached()
}

async function createAccount(dialog: Locator, press = (button: Locator) => button.click()): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Full Name' }).fill('Nisha Kapoor')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(uniqueEmail())
  await dialog.locator('[name=password]').fill('quite-a-secret')
  await press(dialog.getByRole('button', { name: 'Create account and continue' }))
  await expect(dialog.getByRole('heading', { name: 'Add money to start' })).toBeVisible()
}

/** Moves the focus with the Tab key to the control and presses it. */
async function pressByKeyboard(page: Page, control: Locator): Promise<void> {
  const hasFocus = async () => {
    if (await control.evaluate((element) => element === document.activeElement)) return true
    await page.keyboard.press('Tab')
    return false
  }
  await expect.poll(hasFocus, { intervals: [20] }).toBe(true)
  await page.keyboard.press('Enter')
}

function readRequest(subject: string) {
  return inDatabase(({ db }) =>
    db.selectFrom('requests').selectAll().where('question', 'like', `%${subject}%`).executeTakeFirstOrThrow(),
  )
}

function declineRing({ ctxAs }: People, { person }: Expert): Promise<void> {
  return inDatabase(async ({ db }) => {
    const { id } = await db
      .selectFrom('help_sessions')
      .select('id')
      .where('expert_id', '=', person.id)
      .where('state', '=', 'ringing')
      .executeTakeFirstOrThrow()
    await declineSession(ctxAs({ ...person, approval: 'approved' }), { id, reason: '' })
  })
}

function declineOpenOffer({ ctxAs }: People, { person }: Expert): Promise<boolean> {
  return inDatabase(async ({ db }) =>
    declineOffer(ctxAs({ ...person, approval: 'approved' }), { id: await offerTo(db, person) }),
  )
}
