import { accept, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectSound } from '#tests/e2e/calls/counters.ts'
import { getLastMediaBeat, startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { interruptionMaxMs } from '#kernel/limits.ts'
import { expect, test, toastWith } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

test('every tab of the expert rings until one tab answers', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const second = { ...expert, page: await expert.context.newPage() }
  await second.page.goto('/experts')
  await fixture.ring(student, expert)
  for (const { page } of [expert, second]) {
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expect(page).toHaveTitle(/Asha Verma is calling/)
  }
  await accept(second)
  await expectConnected(second, student)
  await expect(expert.page.getByRole('alertdialog')).toHaveCount(0)
  await expect(expert.page.getByText('You are in a call with Asha Verma')).toBeVisible()
  await hangUp(second)
})

test('money added during a call extends the call, which ends when all money is used up', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 20)]
  const id = await fixture.ring(student, expert)
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expect(student.page.getByText(/^Low balance/)).toBeVisible()
  await student.page.getByRole('button', { name: 'Add money' }).click()
  const dialog = student.page.getByRole('dialog', { name: 'Add money' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('10')
  await dialog.getByRole('button', { name: 'Add ₹10' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(expert.page.getByText('The student’s money was used up.')).toBeVisible({ timeout: 30_000 })
  await fixture.expectBill(id, await watch.stop(), { money: 30 })
  const { end_reason, charged_paise, billed_minutes } = await fixture.readSession(id)
  expect({ end_reason, charged_paise, billed_minutes }).toEqual({
    end_reason: 'money_spent',
    charged_paise: 30_00,
    billed_minutes: 3,
  })
})

test('a call with a killed browser ends after 30 seconds, is billed to the last media beat, and is refunded', async ({
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
  const waitedMs = (await fixture.readEventTime(id, 'ended')).getTime() - getLastMediaBeat(expert.page)
  expect(waitedMs).toBeGreaterThanOrEqual(interruptionMaxMs)
  expect((await fixture.readSession(id)).end_reason).toBe('side_lost')
})
