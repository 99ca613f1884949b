import { accept, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { meterCheckpointMs } from '#kernel/limits.ts'
import { expect, test } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture({ ownProduct: async () => ({}) })

test('when the server is killed, media continues, both sides reconnect, and the gap is free', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.ring(student, expert, 'video')
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  const killedAtMs = Date.now()
  const { meter_node: killedNode } = await fixture.readSession(id)
  await fixture.restart()
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
  await hangUp(student)
  await fixture.expectBill(id, await watch.stop(), { awayMs, faults: 1 })
  expect(await fixture.readTimeline(id)).toContain('resumed')
})
