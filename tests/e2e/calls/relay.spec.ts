import { type Coturn, startCoturn } from '#tests/coturn.ts'
import { accept, expectConnected, hangUp, useStage } from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound, received } from '#tests/e2e/calls/counters.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { expect, test } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })

let coturn: Coturn | undefined
const stage = useStage({
  async ownProduct() {
    coturn ??= await startCoturn({ allowLoopback: true })
    return { TURN_URLS: coturn.url, TURN_SECRET: coturn.secret, CALLS_RELAY_ONLY: 'true' }
  },
})
test.afterAll(async () => {
  await coturn?.stop()
  coturn = undefined
})

test('over a relay alone, nobody learns where the other is, and a line that is cut for seconds comes back free of charge', async ({
  browser,
}) => {
  const [expert, student] = [await stage.expert(browser), await stage.student(browser)]
  const id = await stage.ring(student, expert, 'video')
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  for (const caller of [student, expert])
    expect(new Set((await received(caller)).ways)).toEqual(new Set(['relay']))

  coturn?.pause()
  for (const { page } of [student, expert])
    await expect(page.getByText(/^Reconnecting\. Nobody/)).toBeVisible()
  await expect.poll(async () => (await stage.session(id)).state).toBe('interrupted')
  const { live_ms: before } = await stage.session(id)
  coturn?.resume()
  await expect.poll(async () => (await stage.session(id)).state, { timeout: 25_000 }).toBe('live')
  await expectPictureAndSound(student, expert)
  await expect(student.page.getByText(/^Reconnecting\. Nobody/)).toHaveCount(0)
  await hangUp(student)
  await stage.expectBill(id, await watch.stop(), { faults: 1 })
  expect((await stage.session(id)).live_ms).toBeGreaterThan(before)
  expect(await stage.timeline(id)).toEqual(expect.arrayContaining(['resumed']))
})
