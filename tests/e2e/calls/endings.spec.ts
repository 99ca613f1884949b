import {
  accept,
  type Caller,
  expectConnected,
  expectTalkedFor,
  hangUp,
  useCallFixture,
} from '#tests/e2e/calls/callers.ts'
import { expectSound } from '#tests/e2e/calls/counters.ts'
import { getLastProof, startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { interruptionMaxMs } from '#kernel/limits.ts'
import { expect, test, toastWith } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

async function readAvailable({ person }: Caller): Promise<number> {
  const { rows } = (await fixture
    .databaseAccess()
    .query(`select wallet_available($1, 'student_wallet')::int as paise`, [person.id])) as {
    rows: { paise: number }[]
  }
  return (rows[0]?.paise ?? 0) / 100
}

test('the expert declines with a reason: nothing is charged, and another expert is one tap away', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.requestSession(student, expert, { question: 'What keeps a top upright?' })
  const other = await fixture.addExpert(browser, 'Kavita Rao')
  expect(await readAvailable(student)).toBe(50)
  await expert.page.getByRole('button', { name: 'Decline' }).click()
  await expert.page.getByRole('button', { name: 'This is not my subject' }).click()
  await expert.page.getByRole('button', { name: 'Decline the call' }).click()
  await expect(expert.page.getByRole('alertdialog')).toHaveCount(0)
  await expect(student.page.getByRole('heading', { name: 'Ravi Nair cannot take the call' })).toBeVisible()
  await expect(student.page.getByText('Nothing was charged. Ravi Nair says: “This is not my subject”')).toBeVisible()
  expect((await fixture.readSession(id)).state).toBe('declined')
  expect(await readAvailable(student)).toBe(100)
  await student.page.getByRole('button', { name: 'Ask Kavita' }).click()
  const dialog = student.page.getByRole('dialog', { name: 'Request Session' })
  await expect(dialog.getByRole('textbox', { name: 'Your question' })).toHaveValue('What keeps a top upright?')
  await dialog.getByRole('button', { name: /^Start audio call/ }).click()
  await expect(other.page.getByRole('alertdialog')).toContainText('What keeps a top upright?')
  await accept(other)
  await expectConnected(student, other)
  await hangUp(student)
})

test('the ringing stops when the student cancels', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.ring(student, expert)
  await expect(expert.page.getByRole('alertdialog')).toBeVisible()
  await student.page.getByRole('button', { name: 'Cancel the call' }).click()
  await expect(student.page.getByRole('heading', { name: 'You have cancelled the call' })).toBeVisible()
  await expect(expert.page.getByRole('alertdialog')).toHaveCount(0)
  expect((await fixture.readSession(id)).state).toBe('cancelled')
  expect(await readAvailable(student)).toBe(100)
})

test('an unanswered call is missed and costs nothing', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.ring(student, expert)
  await fixture.databaseAccess().query('update help_sessions set ring_until = now() where id = $1', [id])
  await expect(student.page.getByRole('heading', { name: 'Ravi Nair did not answer' })).toBeVisible({
    timeout: 20_000,
  })
  await expect(expert.page.getByRole('alertdialog')).toHaveCount(0)
  expect((await fixture.readSession(id)).state).toBe('missed')
  expect(await readAvailable(student)).toBe(100)
})

test('every tab of the expert rings until one answers', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const second = { ...expert, page: await expert.context.newPage() }
  await second.page.addInitScript(recordNotices)
  await second.page.goto('/experts')
  await fixture.ring(student, expert)
  for (const { page } of [expert, second]) {
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expect(page).toHaveTitle(/Asha Verma is calling/)
  }
  expect(await second.page.evaluate(() => (window as unknown as { notices: string[] }).notices)).toEqual([
    'Asha Verma is calling',
  ])
  await accept(second)
  await expectConnected(second, student)
  await expect(expert.page.getByRole('alertdialog')).toHaveCount(0)
  await expect(expert.page.getByText('You are in a call with Asha Verma')).toBeVisible()
  await hangUp(second)
})

/** Makes the page hidden and records the system notifications that it would show. */
function recordNotices() {
  const notices: string[] = []
  Object.assign(window, { notices })
  Object.defineProperty(document, 'hidden', { get: () => true })
  // Headless Chromium may not support system notifications.
  class Recorded extends EventTarget {
    static permission = 'granted'
    constructor(title: string) {
      super()
      notices.push(title)
    }
    close() {}
  }
  Object.assign(window, { Notification: Recorded })
}

test('answering in a second tab shows where the call is, and the call continues', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const late = { ...expert, page: await expert.context.newPage() }
  const held: (() => void)[] = []
  let isSlow = false
  await late.page.routeWebSocket(/\/live$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const pass = () => socket.send(message)
      if (isSlow) held.push(pass)
      else pass()
    })
  })
  await late.page.goto('/experts')
  const id = await fixture.ring(student, expert)
  await expect(late.page.getByRole('alertdialog')).toBeVisible()
  isSlow = true
  await accept(expert)
  await expectConnected(expert, student)
  await accept(late)
  isSlow = false
  for (const pass of held.splice(0)) pass()
  await expect(late.page.getByRole('heading', { name: 'The call continues in another tab' })).toBeVisible()
  await late.page.getByRole('button', { name: 'Close' }).click()
  await expect(late.page.getByText('You are in a call with Asha Verma')).toBeVisible()
  expect((await fixture.readSession(id)).state).toBe('live')
  await hangUp(expert)
})

test('an expert without device permission still joins and sees what to do', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  await expert.page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: refuse })
  })
  await fixture.ring(student, expert)
  await accept(expert)
  await expectConnected(expert, student)
  await expect(expert.page.getByText('You can listen, but not speak.')).toBeVisible()
  await hangUp(expert)
})

test('the call ends when the wallet is empty, after a warning, and costs the whole wallet', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 30)]
  const id = await fixture.ring(student, expert)
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expect(student.page.getByText(/^Low balance: your money lasts for about 3 minutes/)).toBeVisible()
  await expect(student.page.getByText(/^Low balance: your money lasts for about 1 minute more/)).toBeVisible({
    timeout: 20_000,
  })
  await expect(
    expert.page.getByText('Your money was used up.').or(expert.page.getByText('The student’s money was used up.')),
  ).toBeVisible({ timeout: 20_000 })
  await fixture.expectBill(id, await watch.stop(), { money: 30 })
  const { end_reason, charged_paise, billed_minutes } = await fixture.readSession(id)
  expect({ end_reason, charged_paise, billed_minutes }).toEqual({
    end_reason: 'money_spent',
    charged_paise: 30_00,
    billed_minutes: 3,
  })
  expect(await readAvailable(student)).toBe(0)
})

test('adding money during a call extends it immediately', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 20)]
  const id = await fixture.ring(student, expert)
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expect(student.page.getByText(/^Low balance/)).toBeVisible()
  await student.page.getByRole('button', { name: 'Add money' }).click()
  const dialog = student.page.getByRole('dialog', { name: 'Add money' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('80')
  await dialog.getByRole('button', { name: 'Add ₹80' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(student.page.getByText(/[5-9] min left/)).toBeVisible()
  await expect(student.page.getByText(/^Low balance/)).toHaveCount(0)
  await expectTalkedFor(student.page.getByRole('timer'), 14)
  await hangUp(student)
  await fixture.expectBill(id, await watch.stop(), { money: 100 })
})

test('a killed browser ends the call after 30 seconds, billed to the last proof, and the student is refunded', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.ring(student, expert)
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectSound(student, expert)
  await expert.context.close()
  const measured = await watch.stop()
  await expect(student.page.getByText(/^Reconnecting\. Nobody/)).toBeVisible()
  await expect(toastWith(student.page, 'Call ended')).toBeVisible({ timeout: 45_000 })
  await fixture.expectBill(id, measured, { faults: 1, refunded: true })
  const waitedMs = (await fixture.readEventTime(id, 'ended')).getTime() - getLastProof(expert.page)
  expect(waitedMs).toBeGreaterThanOrEqual(interruptionMaxMs)
  expect((await fixture.readSession(id)).end_reason).toBe('side_lost')
})
