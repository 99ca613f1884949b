import { setTimeout as sleep } from 'node:timers/promises'
import { accept, expectConnected, expectTalkedFor, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { area, expectSamePixels, putPen, readInk } from '#tests/e2e/calls/board-screen.ts'
import { expectPictureAndSound, expectSound } from '#tests/e2e/calls/counters.ts'
import { readReceived } from '#tests/media-in-page.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { expect, openPage, test } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

test('an audio call requests no camera, and muting does not count as a lost connection', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  for (const { context } of [expert, student]) await context.clearPermissions()
  for (const { context } of [expert, student])
    await context.grantPermissions(['microphone'], { origin: fixture.getProduct().origin })
  const id = await fixture.requestSession(student, expert)
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expect(student.page.getByRole('button', { name: /camera/ })).toHaveCount(0)
  // Silence is hardly sent, so small messages on the data channel prove the time.
  for (const { page } of [student, expert]) {
    await page.getByRole('button', { name: 'Mute' }).click()
    await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible()
  }
  await expectTalkedFor(expert.page.getByRole('timer'), 9)
  expect((await readReceived(expert)).frames).toBe(0)
  await hangUp(student)
  await fixture.expectBill(id, await watch.stop())
  for (const side of ['student', 'expert']) expect(await fixture.readTimeline(id)).not.toContain(`lost (${side})`)
})

test('a reloaded page reconnects, even when slow: the gap is free and is logged as one interruption', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.ring(student, expert, 'video')
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  await student.page.reload()
  await expectConnected(student)
  await expectPictureAndSound(student, expert)
  // The first reload may have interrupted the call.
  await expect.poll(async () => (await fixture.readSession(id)).state).toBe('live')
  const before = await fixture.readTimeline(id)
  const slowUntil = Date.now() + 7_000
  await expert.page.route(/\.js$/, async (route) => {
    await sleep(Math.max(0, slowUntil - Date.now()))
    await route.continue()
  })
  await expert.page.reload()
  await expectConnected(expert)
  await expectPictureAndSound(student, expert)
  await expect
    .poll(async () => (await fixture.readTimeline(id)).slice(before.length))
    .toEqual(['lost (expert)', 'joined (expert)', 'resumed'])
  await hangUp(student)
  await fixture.expectBill(id, await watch.stop(), { faults: 2 })
})

test('a tab that is suspended for some seconds reconnects, and the gap is free', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.ring(student, expert, 'video')
  const watch = startStopwatch(expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  const devtools = await student.context.newCDPSession(student.page)
  const pausedAtMs = Date.now()
  // Pauses all scripts, as browsers do to suspended tabs.
  await devtools.send('Debugger.enable')
  await devtools.send('Debugger.pause')
  await expect.poll(async () => (await fixture.readSession(id)).state, { timeout: 20_000 }).toBe('interrupted')
  await expect(expert.page.getByText(/^Reconnecting\. Nobody/)).toBeVisible()
  await devtools.send('Debugger.resume')
  await expect.poll(async () => (await fixture.readSession(id)).state, { timeout: 25_000 }).toBe('live')
  const awayMs = Date.now() - pausedAtMs
  await expectPictureAndSound(student, expert)
  await hangUp(student)
  await fixture.expectBill(id, await watch.stop(), { awayMs, faults: 1 })
})

test('a second tab takes over the call, and the first tab releases it', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.ring(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await student.page.getByRole('button', { name: 'Board', exact: true }).click()
  for (const caller of [student, expert]) await expect(area(caller)).toBeVisible()
  const pen = await putPen(student)
  await pen.draw([40, 130], [200, 210], [300, 140])
  await pen.lift()
  await expect.poll(() => readInk(expert, 'paper')).toBeGreaterThan(100)
  const second = { ...student, page: await student.context.newPage() }
  await openPage(second.page, '/how-it-works')
  await second.page.getByRole('button', { name: 'Continue here' }).click()
  await expectConnected(second)
  await expect(student.page.getByText('The call continues in another tab').last()).toBeVisible()
  await expectSound(second, expert)
  // The board is open on the other side, so the second tab opens it, too.
  await expect(area(second)).toBeVisible({ timeout: 20_000 })
  await expect.poll(() => readInk(second, 'paper')).toBeGreaterThan(100)
  await expectSamePixels(second, expert)
  await hangUp(second)
  await expect.poll(async () => (await fixture.readSession(id)).state).toBe('settled')
})
