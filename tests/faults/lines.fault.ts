import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '#scripts/system-packages.mjs'
import { freePort } from '#scripts/free-port.mjs'
import { chromiumFlags } from '#tests/chromium-flags.ts'
import { openDatabase } from '#tests/e2e/database.ts'
import { type Reading, startLineCall, watchPage } from '#tests/faults/line-call.ts'
import { writeMedia } from '#tests/faults/line-media.ts'
import { createShapedLines, unshaped } from '#tests/faults/shaped-lines.ts'
import { removeData, startProduct } from '#tests/product.ts'

// The student's browser is behind a line with a rate, a delay and loss. Both browsers and their media are real.
const stops: (() => Promise<unknown>)[] = []
const parts = {} as {
  network: Awaited<ReturnType<typeof createShapedLines>>
  database: Awaited<ReturnType<typeof openDatabase>>
  browsers: { student: Browser; expert: Browser }
  origin: string
}
beforeAll(async () => {
  const port = await freePort()
  const network = await createShapedLines({ names: ['wifi', 'mobile'], productPort: port })
  stops.push(network.remove)
  network.connect('wifi')
  const media = await writeMedia()
  stops.push(media.remove)
  const product = await startProduct({ LOG_LEVEL: 'warn' }, { port })
  stops.push(async () => {
    await product.stop()
    await removeData(product)
  })
  await product.ready
  const database = await openDatabase(product.dataDir)
  stops.push(database.close)
  const args = [...chromiumFlags, ...media.flags]
  const student = await chromium.launch({ executablePath: network.launcher, args })
  stops.push(() => student.close())
  const expert = await chromium.launch({ executablePath: findChromium(), args })
  stops.push(() => expert.close())
  Object.assign(parts, { network, database, browsers: { student, expert }, origin: `http://localhost:${port}` })
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

const concealedShare = (readings: Reading[]) => {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last) return 1
  return (last.concealedSamples - first.concealedSamples) / (last.heardSamples - first.heardSamples)
}
const countReturns = (readings: Reading[]) =>
  readings.filter(({ isPictureShown }, index) => isPictureShown && readings[index - 1]?.isPictureShown === false).length

test('with 100 kbit/s, 5 % loss and 300 ms the voices come through, and the pictures leave and return once', async () => {
  const { network } = parts
  const call = await startLineCall({ ...parts, callType: 'video' })
  await network.shape('wifi', { kbit: 100, delayMs: 150, lossPercent: 5, queueMs: 500 })
  const watches = [watchPage(call.phone), watchPage(call.desk)]
  const isShown = () => watches.map(({ readings }) => readings.at(-1)?.isPictureShown)
  await expect.poll(isShown, { timeout: 30_000 }).toEqual([false, false])
  for (const page of [call.phone, call.desk])
    expect(await page.getByText(/connection .*is weak\./).count()).toBeGreaterThan(0)
  // Before, the line changes during the call. The bench measures these seconds, too.
  const settledAtMs = Date.now()
  await sleep(40_000)
  const duringFault = watches.map(({ readings }) => readings.filter(({ atMs }) => atMs >= settledAtMs))
  expect((await call.readSession()).state).toBe('live')
  for (const readings of duringFault) expect(concealedShare(readings)).toBeLessThanOrEqual(0.05)
  await network.shape('wifi', unshaped)
  await expect.poll(isShown, { timeout: 60_000 }).toEqual([true, true])
  for (const watch of watches) expect(countReturns(await watch.stop())).toBe(1)
  await call.close()
})

test('a call continues when the student moves from Wi-Fi to mobile data', async () => {
  const { network } = parts
  const call = await startLineCall({ ...parts, callType: 'video' })
  const watches = [watchPage(call.phone), watchPage(call.desk)]
  network.connect('mobile')
  network.disconnect('wifi')
  const switchedAtMs = Date.now()
  // Packets after this moment can only come over the other network.
  const countPackets = ({ readings }: { readings: Reading[] }) => {
    const since = readings.filter(({ atMs }) => atMs > switchedAtMs + 500)
    return (since.at(-1)?.audioPackets ?? 0) - (since[0]?.audioPackets ?? 0)
  }
  // Each side hears the other, and not only what was on its way.
  await expect.poll(() => Math.min(...watches.map(countPackets)), { timeout: 25_000 }).toBeGreaterThan(200)
  await expect.poll(async () => (await call.readSession()).state, { timeout: 20_000 }).toBe('live')
  for (const watch of watches) await watch.stop()
  await call.close()
  expect((await call.readSession()).end_reason).toBe('hung_up')
})
