import {
  accept,
  type Caller,
  expectConnected,
  expectTalkedFor,
  hangUp,
  useCallFixture,
} from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { metricsToken, products } from '#tests/e2e/products.ts'
import { findValue, parseMetrics } from '#tests/metrics-text.ts'
import { readReceived } from '#tests/media-in-page.ts'
import { listPictureTimes, startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { expect, expectNoViolations, test, toastWith } from '#tests/e2e/test.ts'
import { onePixelPng } from '#tests/pictures.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture({ fullMedia: true })

test('in a video call both sides see and hear each other, and exactly the shared time is charged', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addOnlineExpert(browser), await fixture.addStudent(browser)]
  const picture = { name: 'top.png', mimeType: 'image/png', buffer: Buffer.from(await onePixelPng()) }
  const id = await fixture.requestSession(student, expert, { callType: 'video', file: picture })
  const ring = expert.page.getByRole('alertdialog')
  await expect(ring).toContainText('Asha Verma is calling')
  await expect(ring).toContainText('You earn ₹8 a minute')
  await expect(ring).toContainText('Why does a spinning top not fall over?')
  await expectNoViolations(expert.page, '[role=alertdialog]')
  const file = await ring.getByRole('link', { name: 'top.webp' }).getAttribute('href')
  expect((await expert.page.request.get(String(file))).headers()['content-disposition']).toMatch(/^attachment/)
  // No media flows before the call is accepted.
  expect((await readReceived(student)).bytes).toBe(0)
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await Promise.all([
    expect(toastWith(student.page, 'Ravi Nair joined the call')).toBeVisible({ timeout: 20_000 }),
    expectConnected(student, expert),
  ])
  await expectPictureAndSound(student, expert)
  await expect(student.page.getByLabel('Picture of Ravi Nair')).toHaveCSS('opacity', '1')
  for (const { page } of [student, expert]) await expectNoViolations(page, '[role=dialog]')
  await expect(student.page.getByText(/min left/)).toBeVisible()
  await expectTalkedFor(expert.page.getByRole('timer'), 6)
  await hangUp(student)
  const measured = await watch.stop()
  await expect(toastWith(student.page, 'Call ended')).toBeVisible()
  await expect(student.page).toHaveURL(new RegExp(`/user/sessions/${id}$`))
  await expect(expert.page.getByText('earned', { exact: true })).toBeVisible()
  await fixture.expectBill(id, measured)
  expect(await fixture.readTimeline(id)).toEqual([
    'asked (student)',
    'rang (expert)',
    'joined (student)',
    'answered (expert)',
    'joined (expert)',
    'connected',
    'hung up (student)',
    'billed',
  ])
  await expectConnectionsClosed(student, expert)
})

test('each page of a video call reports once how long the first picture took, and the server counts it', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addOnlineExpert(browser), await fixture.addStudent(browser)]
  await fixture.ring(student, expert, 'video')
  const countedBefore = await countPictureTimes()
  await accept(expert)
  await expectConnected(student, expert)
  for (const { page } of [student, expert]) {
    await expect.poll(() => listPictureTimes(page), { timeout: 30_000 }).toEqual([expect.any(Number)])
    expect(listPictureTimes(page)[0]).toBeGreaterThan(0)
  }
  await expect.poll(countPictureTimes).toBeGreaterThanOrEqual(countedBefore + 2)
  await hangUp(student)
  await expect(toastWith(student.page, 'Call ended')).toBeVisible()
  for (const { page } of [student, expert]) expect(listPictureTimes(page)).toHaveLength(1)
})

async function countPictureTimes(): Promise<number> {
  const headers = { Authorization: `Bearer ${metricsToken}` }
  const response = await fetch(`${products.calls.origin}/metrics`, { headers })
  return findValue(parseMetrics(await response.text()), 'samjhao_call_picture_seconds_count') ?? Number.NaN
}

async function expectConnectionsClosed(...callers: Caller[]): Promise<void> {
  for (const { page } of callers) {
    const countOpen = () =>
      page.evaluate(() => {
        const { connections } = window as unknown as { connections: RTCPeerConnection[] }
        return connections.filter(({ connectionState }) => connectionState !== 'closed').length
      })
    await expect.poll(countOpen).toBe(0)
  }
}
