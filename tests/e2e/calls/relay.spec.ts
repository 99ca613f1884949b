import { type Coturn, startCoturn } from '#tests/coturn.ts'
import { accept, expectConnected, expectTalkedFor, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { readReceived } from '#tests/media-in-page.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { expect, type Page, test } from '#tests/e2e/test.ts'

// In one worker: each worker starts its own product and relay.
test.describe.configure({ mode: 'default', timeout: 120_000 })

let coturn: Coturn | undefined
const fixture = useCallFixture({
  async ownProduct() {
    coturn ??= await startCoturn({ allowLoopback: true })
    return { TURN_URLS: coturn.url, TURN_SECRET: coturn.secret, CALLS_RELAY_ONLY: 'true' }
  },
})
test.afterAll(async () => {
  await coturn?.stop()
  coturn = undefined
})

test('a call over TURN only reveals no peer address, and a short network cut is not charged', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.ring(student, expert, 'video')
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  for (const caller of [student, expert])
    expect(new Set((await readReceived(caller)).candidateTypes)).toEqual(new Set(['relay']))

  coturn?.pause()
  for (const { page } of [student, expert]) await expect(page.getByText(/^Reconnecting\. Nobody/)).toBeVisible()
  await expect.poll(async () => (await fixture.readSession(id)).state).toBe('interrupted')
  const { live_ms: before } = await fixture.readSession(id)
  coturn?.resume()
  await expect.poll(async () => (await fixture.readSession(id)).state, { timeout: 25_000 }).toBe('live')
  await expectPictureAndSound(student, expert)
  await expect(student.page.getByText(/^Reconnecting\. Nobody/)).toHaveCount(0)
  await expect.poll(async () => (await fixture.readSession(id)).live_ms).toBeGreaterThan(before)
  await hangUp(student)
  await fixture.expectBill(id, await watch.stop(), { faults: 1 })
  expect(await fixture.readTimeline(id)).toEqual(expect.arrayContaining(['resumed']))
})

test('a lost network is shown within seconds: the clock stops, and the shown time never decreases', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const socket = await holdSocket(student.page)
  const id = await fixture.ring(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  const readShown = await recordClock(student.page)
  const timer = student.page.getByRole('timer')
  await expectTalkedFor(timer, 4)
  coturn?.pause()
  socket.cut()
  await expect(student.page.getByText(/^Reconnecting\. Nobody/)).toBeVisible()
  await expect(student.page.getByText('No connection')).toBeVisible()
  await expect(student.page.getByText('Muted')).toHaveCount(0)
  const shownBefore = await timer.textContent()
  await expect.poll(async () => (await fixture.readSession(id)).state).toBe('interrupted')
  expect(await timer.textContent()).toBe(shownBefore)
  coturn?.resume()
  socket.reconnect()
  await expect.poll(async () => (await fixture.readSession(id)).state, { timeout: 25_000 }).toBe('live')
  await expectConnected(student, expert)
  await hangUp(student)
  await expect.poll(async () => (await fixture.readSession(id)).state).toBe('settled')
  const seconds = await readShown()
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
  expect(seconds.at(-1)).toBeGreaterThanOrEqual(4)
  const events = (await fixture.readTimeline(id)).join(', ')
  expect(seconds.at(-1), events).toBeLessThanOrEqual((await fixture.readSession(id)).live_ms / 1_000)
})

/** Lets a test cut the live socket: messages are held back, and neither side gets an error. */
async function holdSocket(page: Page) {
  let isCut = false
  const waiting: (() => void)[] = []
  const pass = (send: () => void) => (isCut ? void waiting.push(send) : send())
  await page.routeWebSocket('**/live', (browser) => {
    const server = browser.connectToServer()
    browser.onMessage((message) => pass(() => server.send(message)))
    server.onMessage((message) => pass(() => browser.send(message)))
    browser.onClose(() => pass(() => server.close()))
    server.onClose((code, reason) => pass(() => browser.close({ code, reason })))
  })
  return {
    cut: () => void (isCut = true),
    reconnect() {
      isCut = false
      for (const send of waiting.splice(0)) send()
    },
  }
}

/** Records every time that the call clock shows, in seconds. */
async function recordClock(page: Page): Promise<() => Promise<number[]>> {
  const clock = await page.evaluateHandle(() => {
    const seconds: number[] = []
    const recordTime = () => {
      const [minutes, rest] = document.querySelector('[role=timer]')?.textContent.split(':').map(Number) ?? []
      if (minutes !== undefined && rest !== undefined) seconds.push(minutes * 60 + rest)
    }
    new MutationObserver(recordTime).observe(document.body, {
      subtree: true,
      characterData: true,
      childList: true,
    })
    return seconds
  })
  return () => clock.jsonValue()
}
