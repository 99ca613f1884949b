import { accept, type Caller, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, type Page, test, waitForHydration } from '#tests/e2e/test.ts'
import { scriptPayload } from '#tests/reviews.ts'

test.describe.configure({ timeout: 90_000 })
const fixture = useCallFixture()

test('chat messages are neither lost nor duplicated by a lost connection or a reload', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const connection = await makeBreakable(student.page)
  const id = await fixture.requestSession(student, expert)
  await accept(expert)
  await expectConnected(student, expert)

  await openChat(expert)
  const panel = expert.page.getByRole('region', { name: 'Chat' })
  await expect(panel).toContainText('Why does a spinning top not fall over?')
  await expect(panel.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await expectBesidePicture(expert.page)
  await write(expert, 'One')
  await expect(student.page.getByRole('status').filter({ hasText: 'One' })).toBeVisible()
  await expect(student.page.getByRole('button', { name: 'Chat and question, 1 new message' })).toBeVisible()
  await openChat(student)
  await write(student, scriptPayload)
  for (const caller of [student, expert]) {
    await expect(messages(caller)).toHaveText(['One', scriptPayload])
    await expectAccessible(caller.page, '[role=dialog]')
    await expectNoSidewaysScroll(caller.page)
  }

  // One message with two lines, typed with Shift+Enter.
  const box = expert.page.getByRole('textbox', { name: 'Message' })
  await box.pressSequentially('Three')
  await box.press('Shift+Enter')
  await box.pressSequentially('and a half')
  await box.press('Enter')
  await expect(box).toHaveValue('')
  await expect(messages(student).last()).toHaveText(/^Three\nand a half$/, { useInnerText: true })

  await write(expert, 'The area is $x^2$')
  for (const caller of [student, expert]) await expect(messages(caller).last().locator('.katex-html')).toBeVisible()

  await connection.cut()
  await write(student, 'Written offline')
  await expect(student.page.getByText('Not sent.')).toBeVisible()
  await expect(student.page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await write(expert, 'Said meanwhile')
  connection.reconnect()
  const six = ['One', scriptPayload, /^Three/, /^The area is/, 'Said meanwhile', 'Written offline']
  for (const caller of [student, expert]) await expect(messages(caller)).toHaveText(six, { timeout: 20_000 })
  await expect(student.page.getByText('Not sent.')).toHaveCount(0)

  await student.page.reload()
  await write(expert, 'Said during the reload')
  await waitForHydration(student.page)
  await expect(student.page.getByRole('button', { name: 'Chat and question, 1 new message' })).toBeVisible({
    timeout: 20_000,
  })
  await openChat(student)
  const seven = [...six, 'Said during the reload']
  for (const caller of [student, expert]) await expect(messages(caller)).toHaveText(seven)
  await student.page.keyboard.press('Escape')
  await expect(student.page.getByRole('button', { name: 'Chat and question' })).toBeFocused()
  await expectConnected(student, expert)
  await hangUp(student)

  await expect(student.page).toHaveURL(`/user/sessions/${id}`)
  await expert.page.goto(`/expert/sessions/${id}`)
  for (const { page } of [student, expert]) {
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Chat' }) })
    await expect(card.locator('li > p')).toHaveText(seven)
    await expect(card.locator('.katex-html')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.emulateMedia({ media: 'print' })
    await expect(card).toBeVisible()
    await page.emulateMedia({ media: null })
  }

  const stranger = await fixture.addStudent(browser)
  for (const path of [`/sessions/${id}/messages`, `/user/sessions/${id}`]) {
    const answer = await stranger.context.request.get(path)
    expect(answer.status()).toBe(404)
    expect(await answer.text()).not.toContain('Said meanwhile')
  }
})

async function openChat({ page }: Caller): Promise<void> {
  await page.getByRole('button', { name: /^Chat and question/ }).click()
}

async function write({ page }: Caller, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

function messages({ page }: Caller) {
  return page.getByRole('log', { name: 'Messages' }).locator('li > p')
}

async function expectBesidePicture(page: Page): Promise<void> {
  const panel = await page.getByRole('region', { name: 'Chat' }).boundingBox()
  // While there is no picture, the empty video area has this label.
  const picture = await page.getByLabel('Voice of Asha Verma').boundingBox()
  expect(panel && picture && picture.x + picture.width <= panel.x).toBe(true)
}

/** Lets a test cut the live socket and the chat requests of a page. */
async function makeBreakable(page: Page) {
  let isCut = false
  const sockets = new Set<{ close(): Promise<void> }>()
  await page.routeWebSocket(/\/live$/, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    sockets.add(socket)
  })
  await page.route(/\/messages/, (route) => (isCut ? route.abort() : route.continue()))
  return {
    async cut(): Promise<void> {
      isCut = true
      for (const socket of sockets) await socket.close()
      sockets.clear()
    },
    reconnect(): void {
      isCut = false
    },
  }
}
