import { createServer, connect, type Server } from 'node:net'
import { type Browser, chromium, type Page } from '@playwright/test'
import { median, medianRatio, report, table } from '#bench/figures.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { findChromium } from '#scripts/system-packages.mjs'
import { openDatabase } from '#tests/e2e/database.ts'
import { newExpert } from '#tests/experts.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { freePort } from '#scripts/free-port.mjs'
import { removeData, startProduct } from '#tests/product.ts'
import { newRequest } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

// Time from the click on Accept to the first video frame, compared with this browser’s minimum: two connections inside
// one page. Alternates normal signalling with 50 ms between the browsers. Needs a build.
// Usage: node bench/calls.ts [rounds]
const rounds = Number(process.argv[2] ?? 7)
const hopMs = 25

const [port, slowPort] = [await freePort(), await freePort()]
const product = await startProduct({ LOG_LEVEL: 'warn' }, { port })
await product.ready
const slow = await startDelay(slowPort, port)
const database = await openDatabase(product.dataDir)
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
})
try {
  const limits: number[] = []
  const quick: Measured[] = []
  const delayed: Measured[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const limit = await measureLimit(browser)
    const plain = await measureCall(browser, port)
    const late = await measureCall(browser, slowPort)
    // The first round is a warm-up that loads code and opens devices.
    if (round === 0) continue
    limits.push(limit)
    quick.push(plain)
    delayed.push(late)
  }
  const toExpert = (all: Measured[]) => all.map(({ expertMs }) => expertMs)
  const toStudent = (all: Measured[]) => all.map(({ studentMs }) => studentMs)
  const row = (name: string, all: Measured[]) => [
    name,
    median(toExpert(all)).toFixed(0),
    medianRatio(toExpert(all), limits).toFixed(2),
    median(toStudent(all)).toFixed(0),
  ]
  console.log(
    table(
      ['', 'click to picture ms', 'of the limit', 'to the student’s picture ms'],
      [
        ['limit: one page', median(limits).toFixed(0), '1.00', ''],
        row('a call', quick),
        row('a call, 50 ms between the browsers', delayed),
      ],
    ),
  )
  const reportRatio = (figure: string, values: number[], goal?: number) =>
    report({ figure, value: medianRatio(values, limits), unit: 'ratio', better: 'lower', goal })
  reportRatio('Accept to picture / one page', toExpert(quick), 1.25)
  reportRatio('Accept to picture, 50 ms between the browsers / one page', toExpert(delayed), 1.5)
  reportRatio('Accept to the student’s picture / one page', toStudent(quick))
  report({ figure: 'limit: one page', value: median(limits), unit: 'ms' })
} finally {
  await browser.close()
  slow.close()
  await database.close()
  await product.stop()
  await removeData(product)
}

/**
 * The times from the click to the first frame on each side. The student’s camera is already open, as in real use. The
 * expert’s camera opens after the click.
 */
type Measured = { expertMs: number; studentMs: number }

async function measureCall(ownBrowser: Browser, viaPort: number): Promise<Measured> {
  const system = database.as({ kind: 'system' })
  const student = await newSignedInPerson(database.as, 'student', 'Asha Verma')
  await giveMoney(system, student.person.id, rupees(100))
  const expert = await newExpert(database.as)
  await database.db.updateTable('experts').set({ is_online: true }).where('id', '=', expert.expertId).execute()
  const [desk, phone] = [
    await openPage(ownBrowser, expert.token, viaPort),
    await openPage(ownBrowser, student.token, viaPort),
  ]
  try {
    await desk.goto('/expert/profile')
    await phone.goto('/user/profile')
    await waitFor(async () => {
      const row = await database.db
        .selectFrom('experts')
        .select('reachable')
        .where('id', '=', expert.expertId)
        .executeTakeFirst()
      return row?.reachable === true
    })
    await requestSession({ ...database.as(student.person), times: callTimes }, newRequest(expert.expertId))
    await phone.getByRole('button', { name: 'Continue here' }).click()
    await phone.getByLabel('Your own picture').waitFor()
    await desk.getByRole('button', { name: 'Accept' }).waitFor()
    // ICE candidates are gathered while it rings.
    await phone.waitForTimeout(1_000)
    const [clicked, shownToExpert, shownToStudent] = [
      waitForClick(desk),
      waitForFirstFrame(desk),
      waitForFirstFrame(phone),
    ]
    await desk.getByRole('button', { name: 'Accept' }).click()
    const from = await clicked
    return { expertMs: (await shownToExpert) - from, studentMs: (await shownToStudent) - from }
  } finally {
    await phone.context().close()
    await desk.context().close()
  }
}

/** On loopback, the product responds at every port that forwards to it. */
async function openPage(ownBrowser: Browser, token: string, viaPort: number): Promise<Page> {
  const origin = `http://127.0.0.1:${viaPort}`
  const context = await ownBrowser.newContext({ baseURL: origin, permissions: ['camera', 'microphone'] })
  await context.addCookies([{ name: 'samjhao_sign_in', value: token, url: origin, httpOnly: true, sameSite: 'Lax' }])
  return context.newPage()
}

/** Returns the time of the click on Accept, in the clock that all pages share. */
function waitForClick(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const recordTime = () => resolve(performance.timeOrigin + performance.now())
        document.addEventListener('click', recordTime, { capture: true, once: true })
      }),
  )
}

/** Returns the time when the first frame of the other person is shown. */
function waitForFirstFrame(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const checkFrame = () => {
          const video = document.querySelector<HTMLVideoElement>('video[aria-label^="Picture of"]')
          if (!video) return requestAnimationFrame(checkFrame)
          return video.requestVideoFrameCallback((now) => resolve(performance.timeOrigin + now))
        }
        checkFrame()
      }),
  )
}

/**
 * Connects two peers inside one page with the camera already open. Measures from creating the offer to the first
 * frame.
 */
async function measureLimit(ownBrowser: Browser): Promise<number> {
  const context = await ownBrowser.newContext({
    baseURL: product.origin,
    permissions: ['camera', 'microphone'],
  })
  const page = await context.newPage()
  await page.goto('/cookies')
  const ms = await page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: true,
      video: { width: 1_280, height: 720 },
    })
    const [from, to] = [new RTCPeerConnection(), new RTCPeerConnection()]
    from.onicecandidate = ({ candidate }) => void to.addIceCandidate(candidate ?? undefined)
    to.onicecandidate = ({ candidate }) => void from.addIceCandidate(candidate ?? undefined)
    const video = document.createElement('video')
    document.body.prepend(video)
    video.muted = true
    const shown = new Promise<number>((resolve) => {
      to.ontrack = ({ streams, track }) => {
        if (track.kind !== 'video') return
        video.srcObject = streams[0] ?? new MediaStream([track])
        void video.play()
        video.requestVideoFrameCallback((now) => resolve(now))
      }
    })
    const began = performance.now()
    for (const track of stream.getTracks()) from.addTrack(track, stream)
    await from.setLocalDescription()
    await to.setRemoteDescription(from.localDescription ?? { type: 'offer' })
    await to.setLocalDescription()
    await from.setRemoteDescription(to.localDescription ?? { type: 'answer' })
    return (await shown) - began
  })
  await context.close()
  return ms
}

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 30_000; !(await condition());) {
    if (Date.now() > until) throw new Error('timed out after 30 seconds')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Forwards every byte in both directions with a delay, in order. */
async function startDelay(from: number, to: number): Promise<Server> {
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [source, sink] of [
      [near, far],
      [far, near],
    ] as const) {
      source.on('data', (chunk) => setTimeout(() => sink.writable && sink.write(chunk), hopMs))
      source.on('close', () => setTimeout(() => sink.destroy(), hopMs))
      source.on('error', () => sink.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(from, '127.0.0.1', resolve))
  return server
}
