import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '#scripts/system-packages.mjs'
import { freePort } from '#scripts/free-port.mjs'
import { chromiumFlags } from '#tests/chromium-flags.ts'
import { openDatabase } from '#tests/e2e/database.ts'
import {
  longestSilenceMs,
  type Reading,
  startLineCall,
  switchSilenceMaxMs,
  watchPage,
} from '#tests/faults/line-call.ts'
import { writeMedia } from '#tests/faults/line-media.ts'
import { createShapedLines, type Shape, unshaped } from '#tests/faults/shaped-lines.ts'
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

const bad: Shape = { kbit: 100, delayMs: 150, lossPercent: 5, queueMs: 500 }
/**
 * The share of the whole time, including the seconds after a change of the line in which the pictures are not paused
 * yet.
 */
const concealedMaxShare = 0.05

const concealedShare = (readings: Reading[]) => {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last) return 1
  return (last.concealedSamples - first.concealedSamples) / (last.heardSamples - first.heardSamples)
}
/** The share of lost voice packets that are repaired. Error correction cannot repair two in a row. */
const repairedShare = (readings: Reading[]) => {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last) return 0
  return (last.repairedVoice - first.repairedVoice) / Math.max(1, last.lostVoice - first.lostVoice)
}
const countReturns = (readings: Reading[]) =>
  readings.filter(({ isPictureShown }, index) => isPictureShown && readings[index - 1]?.isPictureShown === false).length

test('with 100 kbit/s, 5 % loss and 300 ms the voices are audible, and the pictures are paused and return once', async () => {
  const { network } = parts
  const call = await startLineCall({ ...parts, callType: 'video' })
  await network.shape('wifi', bad)
  const watches = [watchPage(call.phone), watchPage(call.desk)]
  const isShown = () => watches.map(({ readings }) => readings.at(-1)?.isPictureShown)
  await expect.poll(isShown, { timeout: 30_000 }).toEqual([false, false])
  for (const page of [call.phone, call.desk])
    expect(await page.getByText(/connection .*is weak\./).count()).toBeGreaterThan(0)
  const settledAtMs = Date.now()
  await sleep(40_000)
  const duringFault = watches.map(({ readings }) => [...readings])
  expect((await call.readSession()).state).toBe('live')
  for (const readings of duringFault) {
    expect(concealedShare(readings)).toBeLessThanOrEqual(concealedMaxShare)
    expect(concealedShare(readings.filter(({ atMs }) => atMs >= settledAtMs))).toBeLessThanOrEqual(0.05)
  }
  await network.shape('wifi', unshaped)
  await expect.poll(isShown, { timeout: 60_000 }).toEqual([true, true])
  for (const watch of watches) expect(countReturns(await watch.stop())).toBe(1)
  await call.close()
})

test('with 100 kbit/s, 5 % loss and 300 ms a shared screen stays readable, and the voices are audible', async () => {
  const { network } = parts
  const call = await startLineCall({ ...parts, callType: 'video' })
  await call.desk.getByRole('button', { name: 'Share screen' }).click()
  await network.shape('wifi', bad)
  const watches = [watchPage(call.phone), watchPage(call.desk)] as const
  await sleep(20_000)
  const settledAtMs = Date.now()
  await sleep(30_000)
  const duringFault = [await watches[0].stop(), await watches[1].stop()] as const
  expect((await call.readSession()).state).toBe('live')
  for (const readings of duringFault) {
    expect(concealedShare(readings)).toBeLessThanOrEqual(concealedMaxShare)
    expect(concealedShare(readings.filter(({ atMs }) => atMs >= settledAtMs))).toBeLessThanOrEqual(0.05)
  }
  for (const readings of duringFault) expect(repairedShare(readings)).toBeGreaterThan(1 / 3)
  // The shared screen stays readable, and the camera is paused instead.
  const [byStudent, byExpert] = duringFault
  const settled = byStudent.filter(({ atMs }) => atMs >= settledAtMs)
  expect(Math.min(...settled.map(({ pictureHeight }) => pictureHeight))).toBeGreaterThanOrEqual(720)
  expect((settled.at(-1)?.frames ?? 0) - (settled[0]?.frames ?? 0)).toBeGreaterThan(0)
  expect(settled.every(({ isPictureShown }) => isPictureShown)).toBe(true)
  expect(byExpert.at(-1)?.isPictureShown).toBe(false)
  await network.shape('wifi', unshaped)
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
  // Each side receives new sound, not only packets that were already in transit.
  await expect.poll(() => Math.min(...watches.map(countPackets)), { timeout: 25_000 }).toBeGreaterThan(200)
  for (const { readings } of watches) expect(longestSilenceMs(readings)).toBeLessThanOrEqual(switchSilenceMaxMs)
  await expect.poll(async () => (await call.readSession()).state, { timeout: 20_000 }).toBe('live')
  for (const watch of watches) await watch.stop()
  await call.close()
  expect((await call.readSession()).end_reason).toBe('hung_up')
})
