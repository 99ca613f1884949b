import {
  accept,
  type Caller,
  expectConnected,
  expectPictureAndSound,
  hangUp,
  received,
  startStopwatch,
  useStage,
} from '#tests/e2e/calls/callers.ts'
import { expect, expectNoViolations, test, toastWith } from '#tests/e2e/test.ts'
import { onePixel } from '#tests/pictures.ts'

test.describe.configure({ timeout: 120_000 })
const stage = useStage()

test('a video call: both see and hear one another, the clock runs for both, and exactly the shared time is paid', async ({
  browser,
}) => {
  const [expert, student] = [await stage.expert(browser), await stage.student(browser)]
  const picture = { name: 'top.png', mimeType: 'image/png', buffer: Buffer.from(await onePixel()) }
  const id = await stage.ask(student, expert, { file: picture })
  const ring = expert.page.getByRole('alertdialog')
  await expect(ring).toContainText('Asha Verma is calling')
  await expect(ring).toContainText('You earn ₹8 a minute')
  await expect(ring).toContainText('Why does a spinning top not fall over?')
  await expectNoViolations(expert.page, '[role=alertdialog]')
  const file = await ring.getByRole('link', { name: 'top.webp' }).getAttribute('href')
  expect((await expert.page.request.get(String(file))).headers()['content-disposition']).toMatch(
    /^attachment/,
  )
  // Not one address has crossed before the answer.
  expect((await received(student)).bytes).toBe(0)
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expect(toastWith(student.page, 'Ravi Nair joined the call')).toBeVisible()
  await expectPictureAndSound(student, expert)
  await expect(student.page.getByLabel('Picture of Ravi Nair')).toHaveCSS('opacity', '1')
  for (const { page } of [student, expert]) await expectNoViolations(page, '[role=dialog]')
  await expect(student.page.getByText(/min left/)).toBeVisible()
  await expect(expert.page.getByRole('timer')).toHaveText(/00:0[6-9]|00:1/)
  await hangUp(student)
  const sharedMs = await watch.stop()
  await expect(toastWith(student.page, 'Call ended')).toBeVisible()
  await expect(student.page).toHaveURL(new RegExp(`/user/sessions/${id}$`))
  await expect(expert.page.getByText('earned', { exact: true })).toBeVisible()
  await stage.expectBill(id, sharedMs)
  expect(await stage.timeline(id)).toEqual([
    'asked (student)',
    'rang (expert)',
    'joined (student)',
    'answered (expert)',
    'joined (expert)',
    'connected',
    'hung up (student)',
    'billed',
  ])
  await expectDevicesOff(student, expert)
})

test('an audio call asks for no camera; mute is no loss', async ({ browser }) => {
  const [expert, student] = [await stage.expert(browser), await stage.student(browser)]
  for (const { context } of [expert, student]) await context.clearPermissions()
  for (const { context } of [expert, student])
    await context.grantPermissions(['microphone'], { origin: stage.product().origin })
  const id = await stage.ask(student, expert, { callType: 'audio' })
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expect(student.page.getByRole('button', { name: /camera/ })).toHaveCount(0)
  await student.page.getByRole('button', { name: 'Mute' }).click()
  await expect(student.page.getByRole('button', { name: 'Turn microphone on' })).toBeVisible()
  await expect(expert.page.getByRole('timer')).toHaveText('00:09')
  expect((await received(expert)).frames).toBe(0)
  await hangUp(student)
  await stage.expectBill(id, await watch.stop())
  expect(await stage.timeline(id)).not.toContain('lost (student)')
})

test('a page that is reloaded finds back, and the gap is free', async ({ browser }) => {
  const [expert, student] = [await stage.expert(browser), await stage.student(browser)]
  const id = await stage.ring(student, expert)
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  await student.page.reload()
  await expectConnected(student)
  await expectPictureAndSound(student, expert)
  await expert.page.reload()
  await expectConnected(expert)
  await expectPictureAndSound(student, expert)
  await hangUp(student)
  await stage.expectBill(id, await watch.stop(), { faults: 2 })
})

test('a tab that sleeps for some seconds comes back, and the gap is free', async ({ browser }) => {
  const [expert, student] = [await stage.expert(browser), await stage.student(browser)]
  const id = await stage.ring(student, expert)
  const watch = startStopwatch(expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  const devtools = await student.context.newCDPSession(student.page)
  const asleepFrom = performance.now()
  // What a browser does to a tab that sleeps: nothing of it runs any more.
  await devtools.send('Debugger.enable')
  await devtools.send('Debugger.pause')
  await expect.poll(async () => (await stage.session(id)).state, { timeout: 20_000 }).toBe('interrupted')
  await expect(expert.page.getByText(/^Reconnecting\. Nobody/)).toBeVisible()
  await devtools.send('Debugger.resume')
  await expect.poll(async () => (await stage.session(id)).state, { timeout: 25_000 }).toBe('live')
  const asleepMs = performance.now() - asleepFrom
  await expectPictureAndSound(student, expert)
  await hangUp(student)
  await stage.expectBill(id, (await watch.stop()) - asleepMs, { faults: 1 })
})

test('a second tab can take the call over, and the first one lets go', async ({ browser }) => {
  const [expert, student] = [await stage.expert(browser), await stage.student(browser)]
  const id = await stage.ring(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  const second = { ...student, page: await student.context.newPage() }
  await second.page.goto('/how-it-works')
  await second.page.mouse.move(1, 1)
  await second.page.getByRole('button', { name: 'Continue here' }).click()
  await expectConnected(second)
  await expect(student.page.getByText('The call goes on in another tab').last()).toBeVisible()
  await expectPictureAndSound(second, expert)
  await hangUp(second)
  await expect.poll(async () => (await stage.session(id)).state).toBe('settled')
})

test('when the server is killed the picture stays, both come back, and the gap is free', async ({
  browser,
}) => {
  const [expert, student] = [await stage.expert(browser), await stage.student(browser)]
  const id = await stage.ring(student, expert)
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  const killedAt = performance.now()
  const { meter_node: killed } = await stage.session(id)
  await stage.restart()
  await expectPictureAndSound(student, expert)
  // Until the lease of the dead process is over, nobody measures; then both have half a minute to be heard.
  const measuring = async () => {
    const { state, meter_node } = await stage.session(id)
    return state === 'live' && meter_node !== killed
  }
  await expect.poll(measuring, { timeout: 45_000 }).toBe(true)
  const awayMs = performance.now() - killedAt
  await expectPictureAndSound(student, expert)
  await hangUp(student)
  const sharedMs = await watch.stop()
  await expect.poll(async () => (await stage.session(id)).state).toBe('settled')
  const { live_ms } = await stage.session(id)
  expect(live_ms).toBeLessThanOrEqual(sharedMs + 1_500)
  expect(live_ms).toBeGreaterThanOrEqual(sharedMs - awayMs - 8_000)
  expect(await stage.timeline(id)).toContain('resumed')
})

async function expectDevicesOff(...callers: Caller[]): Promise<void> {
  for (const { page } of callers) {
    const open = () =>
      page.evaluate(() => {
        const { connections } = window as unknown as { connections: RTCPeerConnection[] }
        return connections.filter(({ connectionState }) => connectionState !== 'closed').length
      })
    await expect.poll(open).toBe(0)
  }
}
