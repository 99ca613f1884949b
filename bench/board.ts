import { connect, createServer, type Server } from 'node:net'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import * as Y from 'yjs'
import { toBase64 } from '#app/boards/document/base64.ts'
import { createBoardModel, firstPageId } from '#app/boards/document/board-model.ts'
import { median, publish, report, table } from '#bench/figures.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { freePort } from '#scripts/free-port.mjs'
import { openDatabase } from '#tests/e2e/database.ts'
import { newExpert } from '#tests/experts.ts'
import { createNetwork } from '#tests/faults/namespace.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { recordConnections } from '#tests/media-in-page.ts'
import { removeData, startProduct } from '#tests/product.ts'
import { newRequest } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

// The shared board in a video call between two pages: from the pen to the pixels on the other page, at round trips of 0,
// 50 and 200 ms, and the frame times of drawing and moving on a board with many strokes, with the processor four times
// slower. Needs a build, and root for the network. Usage: node bench/board.ts [strokes]
const strokes = Number(process.argv[2] ?? 5_000)
const roundTripsMs = [0, 50, 200]
const frameMs = 1_000 / 60
/** The Yjs state vector of the strokes that the server already has. */
let sentBefore: Uint8Array | undefined

const port = await freePort()
const product = await startProduct({ LOG_LEVEL: 'warn' }, { port })
await product.ready
const database = await openDatabase(product.dataDir)
const network = await createNetwork()
const forwarder = await startForwarder(network.address, port)
const browser = await chromium.launch({
  executablePath: network.launcher,
  args: ['--no-sandbox', '--disable-gpu', '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
})
try {
  const { student, expert, sessionId, token } = await startCall()
  await student.getByRole('button', { name: 'Board', exact: true }).click()
  for (const page of [student, expert]) await drawingArea(page).waitFor({ timeout: 60_000 })
  await student.waitForFunction(() => document.querySelectorAll('[data-sonner-toast]').length === 0)

  const latencies: string[][] = []
  for (const roundTripMs of roundTripsMs) {
    if (roundTripMs > 0 && !delayLine(roundTripMs / 2)) continue
    const allowedMs = 1.5 * roundTripMs + frameMs
    const measured = await measureLatency(student, expert)
    const value = median(measured)
    latencies.push([`${roundTripMs} ms`, value.toFixed(1), percentile(measured, 0.95).toFixed(1), allowedMs.toFixed(1)])
    report({ figure: `pen to pixels at ${roundTripMs} ms`, value, unit: 'ms' })
    if (roundTripMs > 0) {
      const ratio = value / allowedMs
      report({
        figure: `pen to pixels / allowed, at ${roundTripMs} ms`,
        value: ratio,
        unit: 'ratio',
        better: 'lower',
        goal: 1,
      })
    }
  }
  delayLine(0)

  const frames: string[][] = []
  const cdp = await student.context().newCDPSession(student)
  const measureFrames = async (name: string) => {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    for (const [what, act] of [
      ['drawing', drawWaves],
      ['moving', moveAround],
    ] as const) {
      const times = await recordFrames(student, () => act(student))
      frames.push([
        `${name}, ${what}`,
        median(times).toFixed(1),
        percentile(times, 0.95).toFixed(1),
        Math.max(...times).toFixed(0),
      ])
      report({ figure: `frame on a board with ${name}, ${what}`, value: percentile(times, 0.95), unit: 'ms' })
    }
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
  await measureFrames('few strokes')
  await addStrokes(sessionId, token)
  await student.waitForFunction(() => !document.body.textContent?.includes('Loading the board'))
  await waitForStill(student)
  await measureFrames(`${strokes} strokes`)

  const text = [
    '# The shared board',
    '',
    'From the pen to the pixels of an unfinished stroke on the other page, while sound and video flow; allowed is one and a',
    'half round trips and one frame:',
    '',
    '```',
    table(['round trip', 'median ms', '95th percentile', 'allowed'], latencies),
    '```',
    '',
    'Time between two frames, with the processor four times slower (a screen shows one every 16.7 ms):',
    '',
    '```',
    table(['board', 'median ms', '95th percentile', 'longest'], frames),
    '```',
    '',
  ]
  await publish('board', text.join('\n'))
} finally {
  await browser.close()
  forwarder.close()
  await network.remove()
  await database.close()
  await product.stop()
  await removeData(product)
}

/** Returns false when the kernel cannot delay packets, because it has no netem. */
function delayLine(delayMs: number): boolean {
  try {
    network.delayLoopback(delayMs)
    return true
  } catch {
    console.error('This kernel has no netem, so only the line without a delay is measured.')
    return false
  }
}

async function startCall() {
  const { person, token } = await newSignedInPerson(database.as, 'student', 'Asha Verma')
  await giveMoney(database.as({ kind: 'system' }), person.id, rupees(500))
  const ravi = await newExpert(database.as)
  await database.db.updateTable('experts').set({ is_online: true }).where('id', '=', ravi.expertId).execute()
  const [student, expert] = [await openPage(token), await openPage(ravi.token)]
  await expert.goto('/expert/profile')
  await student.goto('/user/profile')
  await waitForReachable(ravi.expertId)
  const request = newRequest(ravi.expertId, { callType: 'video' })
  const sessionId = await requestSession({ ...database.as(person), times: callTimes }, request)
  await student.getByRole('button', { name: 'Continue here' }).click()
  await expert.getByRole('button', { name: 'Accept' }).click()
  for (const page of [student, expert]) await page.getByRole('timer').waitFor({ timeout: 60_000 })
  return { student, expert, sessionId, token }
}

async function waitForReachable(expertId: string): Promise<void> {
  for (let isReachable = false; !isReachable;) {
    const rows = (await database.query('select reachable from experts where id = $1', [expertId])) as {
      rows: { reachable: boolean }[]
    }
    isReachable = rows.rows[0]?.reachable === true
  }
}

async function openPage(token: string): Promise<Page> {
  const url = `http://localhost:${port}`
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    permissions: ['camera', 'microphone'],
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  await context.addInitScript(recordConnections)
  await context.addCookies([{ name: 'samjhao_sign_in', value: token, url, httpOnly: true, sameSite: 'Lax' }])
  return context.newPage()
}

function drawingArea(page: Page) {
  return page.getByRole('application', { name: /^Drawing area/ })
}

/** The times from a movement of the pen to the first frame of the other page that shows it. */
async function measureLatency(from: Page, to: Page): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const box = await drawingArea(from).boundingBox()
    if (!box) throw new Error('The board is not visible.')
    const y = 60 + round * 40
    await from.mouse.move(box.x + 40, box.y + y)
    await from.mouse.down()
    for (let x = 100; x <= 580; x += 60) {
      // Smoothing keeps the end of the line behind the pen, by less than half of a step.
      const shown = to.evaluate(waitForInk, { x: x - 30, y })
      const moved = from.evaluate(waitForPointer)
      await from.mouse.move(box.x + x, box.y + y)
      times.push((await shown) - (await moved))
    }
    await from.mouse.up()
  }
  return times
}

/** Runs in the page: the time of the next movement of the pointer, in the clock that all pages share. */
function waitForPointer(): Promise<number> {
  return new Promise((resolve) => {
    const onMove = ({ timeStamp }: Event) => resolve(performance.timeOrigin + timeStamp)
    document.addEventListener('pointermove', onMove, { capture: true, once: true })
  })
}

/** Runs in the page: the time of the first frame with ink at this place above the paper. */
function waitForInk({ x, y }: { x: number; y: number }): Promise<number> {
  const overlay = document.querySelectorAll<HTMLCanvasElement>('[role=application] canvas')[1]
  return new Promise((resolve) => {
    const check = () => {
      const alpha = overlay?.getContext('2d')?.getImageData(x, y, 1, 1).data[3] ?? 0
      if (alpha > 0) resolve(performance.timeOrigin + performance.now())
      else requestAnimationFrame(check)
    }
    check()
  })
}

async function recordFrames(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { frameTimes: times })
    let before = performance.now()
    const record = (now: number) => {
      times.push(now - before)
      before = now
      if ('frameTimes' in window) requestAnimationFrame(record)
    }
    requestAnimationFrame(record)
  })
  await act()
  return page.evaluate(() => {
    const { frameTimes } = window as unknown as { frameTimes?: number[] }
    Reflect.deleteProperty(window, 'frameTimes')
    return (frameTimes ?? []).slice(2)
  })
}

async function drawWaves(page: Page): Promise<void> {
  const box = await drawingArea(page).boundingBox()
  if (!box) throw new Error('The board is not visible.')
  for (let row = 0; row < 4; row += 1) {
    await page.mouse.move(box.x + 20, box.y + 320 + row * 40)
    await page.mouse.down()
    for (let x = 0; x < 600; x += 6)
      await page.mouse.move(box.x + 20 + x, box.y + 320 + row * 40 + Math.sin(x / 20) * 15)
    await page.mouse.up()
  }
}

async function moveAround(page: Page): Promise<void> {
  await drawingArea(page).hover()
  for (let step = 0; step < 120; step += 1) await page.mouse.wheel(step < 60 ? 12 : -12, step % 40 < 20 ? 10 : -10)
}

/** Stores strokes like those of handwriting, all over a page of about the size of the screen. */
async function addStrokes(sessionId: string, token: string): Promise<void> {
  const doc = new Y.Doc()
  const model = createBoardModel(doc)
  for (let number = 0; number < strokes; number += 1) {
    const [x, y] = [(number * 37) % 1_000, ((number * 61) % 3_500) / 5]
    const points = Array.from(
      { length: 40 },
      (_, index) => [x + index * 1.2, y + Math.sin(index / 3 + number) * 9, 0.5] as const,
    )
    model.add({ kind: 'stroke', page: firstPageId, x, y, colour: 'ink', size: 2, pressure: false, points })
    if (number % 500 === 499 || number === strokes - 1) {
      await send(Y.encodeStateAsUpdate(doc, sentBefore))
      sentBefore = Y.encodeStateVector(doc)
    }
  }

  async function send(change: Uint8Array): Promise<void> {
    const answer = await fetch(`${product.origin}/boards/${sessionId}/changes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: `samjhao_sign_in=${token}`, Origin: product.origin },
      body: JSON.stringify({ data: toBase64(change) }),
    })
    if (!answer.ok) throw new Error(`The server refused the strokes: ${answer.status}`)
  }
}

/** Waits until the paper has not changed for some frames. */
async function waitForStill(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const canvas = document.querySelector<HTMLCanvasElement>('[role=application] canvas')
        const read = () => canvas?.getContext('2d')?.getImageData(0, 0, 800, 600).data.join('').length
        const before = read()
        setTimeout(() => resolve(before === read()), 1_500)
      }),
    undefined,
    { timeout: 120_000 },
  )
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Lets the browser in the other network reach the product, which listens on this machine only. */
function startForwarder(address: string, to: number): Promise<Server> {
  const server = createServer((socket) => {
    const upstream = connect(to, '127.0.0.1')
    socket.pipe(upstream).pipe(socket)
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
  })
  return new Promise((resolve) => {
    server.listen(to, address, () => resolve(server))
  })
}
