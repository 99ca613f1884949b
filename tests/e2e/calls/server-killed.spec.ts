import { area, board, expectSamePixels, putPen, readInk } from '#tests/e2e/calls/board-screen.ts'
import { accept, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { meterCheckpointMs } from '#kernel/limits.ts'
import { expect, test } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture({ ownProduct: async () => ({}) })

test('when the server is killed, media and board continue, both sides reconnect, and the gap is free', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.ring(student, expert, 'video')
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  await student.page.getByRole('button', { name: 'Board', exact: true }).click()
  for (const caller of [student, expert]) await expect(area(caller)).toBeVisible()
  const killedAtMs = Date.now()
  const { meter_node: killedNode } = await fixture.readSession(id)
  const restarted = fixture.restart()
  const pen = await putPen(student)
  await pen.draw([40, 130], [200, 210], [300, 140])
  await pen.lift()
  await expect.poll(() => readInk(expert, 'paper')).toBeGreaterThan(100)
  await restarted
  await expectPictureAndSound(student, expert)
  // The lease of the killed process must expire first. Then both sides have 30 seconds to send a heartbeat.
  const isMetered = async () => {
    const { state, meter_node } = await fixture.readSession(id)
    return state === 'live' && meter_node !== killedNode
  }
  await expect.poll(isMetered, { timeout: 45_000 }).toBe(true)
  // Time measured after the last checkpoint is lost with the process.
  const awayMs = Date.now() - killedAtMs + meterCheckpointMs
  await expectPictureAndSound(student, expert)
  await expectSamePixels(student, expert)
  for (const caller of [student, expert]) await expect(board(caller).getByText('Saved')).toBeVisible()
  await hangUp(student)
  await fixture.expectBill(id, await watch.stop(), { awayMs, faults: 1 })
  expect(await fixture.readTimeline(id)).toContain('resumed')
})
