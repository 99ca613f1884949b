import { area, board, putPen, textsOf } from '#tests/e2e/calls/board-screen.ts'
import { type Caller, expectConnected, expectTalkedFor, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { fillRegistration, uniqueEmail } from '#tests/e2e/people.ts'
import { waitForUrl, expect, test, toastWith, openPage } from '#tests/e2e/test.ts'
import { sessionId } from '#kernel/ids.ts'
import { answeringExperts } from '#tests/e2e/calls/demo.ts'

/** All answering experts except the first, which another journey uses. */
const otherExperts = new RegExp(
  answeringExperts
    .slice(1)
    .map(({ fullName }) => fullName)
    .join('|'),
)

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

test('a new student adds money, calls a demo expert, chats, is billed, and reads feedback', async ({ browser }) => {
  const student = await fixture.openVisitor(browser)
  const { page } = student
  await openPage(page, '/register')
  await fillRegistration(page, { name: 'Nisha Kapoor', email: uniqueEmail(), password: 'quite-a-secret' })
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await waitForUrl(page, '/user/profile')

  // The demo experts come online shortly after the product starts.
  const listReachable = () =>
    fixture.databaseAccess().db.selectFrom('experts').select('id').where('reachable', '=', true).execute()
  await expect.poll(async () => (await listReachable()).length, { timeout: 30_000 }).toBeGreaterThan(0)
  await openPage(page, '/experts')
  const card = page.getByRole('main').getByRole('link', { name: otherExperts }).first()
  const fullName = (await card.textContent()) ?? ''
  // Another expert may be first meanwhile.
  await page.getByRole('main').getByRole('link', { name: fullName }).first().click()
  await page.getByRole('button', { name: 'Book Video Session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request Session' })
  await dialog.getByRole('textbox', { name: 'Your question' }).fill('How do I begin?')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Add money to start')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add ₹100 and start video call' }).click()
  await expect(page.getByText(`Calling ${fullName}`).last()).toBeVisible()
  const watch = startStopwatch(student)

  await Promise.all([
    expect(toastWith(page, `${fullName} joined the call`)).toBeVisible({ timeout: 20_000 }),
    expectConnected(student),
  ])
  await expectPictureAndSound(student)
  await page.getByRole('button', { name: 'Chat and question, 1 new message' }).click()
  const chat = page.getByRole('region', { name: 'Chat' })
  await expect(chat.getByRole('listitem')).toContainText([/I am a demo expert/])
  await chat.getByRole('textbox', { name: 'Message' }).fill('Can you read this?')
  await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
  const messages = [/I am a demo expert/, /Can you read this\?/, /I am a demo and cannot read it/]
  await expect(chat.getByRole('listitem')).toContainText(messages)
  await page.keyboard.press('Escape')

  // The demo expert answers a drawing with another one.
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  const caller = student as Caller
  await expect(area(caller)).toBeVisible()
  const pen = await putPen(caller)
  await pen.draw([40, 130], [200, 160])
  await pen.lift()
  await expect(textsOf(caller)).toContainText(['I am a demo expert, and this is my drawing'], { timeout: 20_000 })
  await expect(board(caller).getByText('Saved')).toBeVisible()
  await expectTalkedFor(page.getByRole('timer'), 8)
  await hangUp(student)
  const measured = await watch.stop()
  await expect(page).toHaveURL(/\/user\/sessions\/[0-9a-f-]{36}$/)
  const id = sessionId.parse(page.url().split('/').at(-1))
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  const { billed_minutes } = await fixture.readSession(id)
  await expect(page.getByText('Total').locator('..')).toContainText(`₹${(billed_minutes ?? 0) * 10}`)
  // The heartbeats of the demo expert are not recorded here, so one may have been lost.
  await fixture.expectBill(id, measured, { faults: 1 })
  await page.goto('/user/wallet')
  await expect(page.getByText(`₹${100 - (billed_minutes ?? 0) * 10}`).first()).toBeVisible()

  const feedback = page.getByRole('list', { name: 'Feedback, the latest first' }).getByRole('listitem').first()
  // The demo expert writes the feedback shortly after the call.
  await expect(async () => {
    await openPage(page, '/user/profile')
    await page.getByRole('tab', { name: 'Expert Reviews' }).click()
    await expect(feedback).toContainText(fullName, { timeout: 1_000 })
  }).toPass()
  await expect(feedback).toContainText('these are examples of what an expert can tell you')

  await openPage(page, `/user/sessions/${id}`)
  await expect(page.getByRole('heading', { name: `Feedback from ${fullName}` })).toBeVisible()
  await expect(page.getByText('Can you read this?')).toBeVisible()
})
