import { setTimeout as sleep } from 'node:timers/promises'
import { cpus, loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { median, percentile, publish, table } from '#bench/figures.ts'
import { drawingArea, measureStroke, overlay } from '#bench/ink-times.ts'
import {
  type LineCall,
  longestSilenceMs,
  type Reading,
  startLineCall,
  switchSilenceMaxMs,
  watchPage,
} from '#tests/faults/line-call.ts'
import { writeMedia } from '#tests/faults/line-media.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import { ensureNetworkTools, findChromium } from '#scripts/system-packages.mjs'
import { freePort } from '#scripts/free-port.mjs'
import { openDatabase } from '#tests/e2e/database.ts'
import { createShapedLines, type Shape, unshaped } from '#tests/faults/shaped-lines.ts'
import { removeData, startProduct } from '#tests/product.ts'

// Measures calls between two real browsers: sound, picture and the amount of data, while the student has a shaped line.
// Needs root, a build, and a machine that does nothing else. Usage: npm run bench:lines [-- part of a line's name, or
// the whole name with = before it]; with LINES_DEBUG=1 it prints every second.
const chosen = process.argv[2] ?? ''

type Line = {
  name: string
  shape: Shape
  seconds: number
  callType?: CallType
  /** Runs before the measurement. */
  prepare?(call: LineCall): Promise<unknown>
  /** Runs while the line has this shape. Returns the times from the pen to the ink on the other page. */
  draw?(call: LineCall, untilMs: number): Promise<number[]>
  /** Afterwards the line is good again. */
  goodSeconds?: number
  /** The student moves to the other network in the middle. */
  isSwitching?: boolean
  /** Besides the goals of every line. */
  goals?: Goal[]
}

type Both = [student: number, expert: number]
type Result = {
  state: string
  concealedPercent: Both
  settledPercent: Both
  /** Share of the lost packets of the voice, after the line has settled. */
  repairedPercent: Both
  shown: [student: Reading[], expert: Reading[]]
  returns: Both
  framesPerSecond: Both
  receivedKbps: number
  sentKbps: number
  megabytesPerMinute: number
  /** Of the received picture, at the end of the bad line. */
  pictureLines: Both
  inkMs: number[]
  silenceMs: number
}
type Goal = { text: string; isMet(result: Result): boolean }

/** After this time, the call has reduced the pictures, and the packets that were queued before have arrived. */
const settledAfterMs = 10_000

const bad: Shape = { kbit: 100, delayMs: 150, lossPercent: 5, queueMs: 500 }
/** One and a half round trips and one frame, the same limit as on good lines. */
const inkMaxMs = 1.5 * 2 * bad.delayMs + 1_000 / 60

/** Rows where both pages show the board without a button above it. */
const inkRows = [150, 180, 210, 240, 270]

const everyLine: Goal[] = [
  { text: 'the call is live', isMet: ({ state }) => state === 'live' },
  {
    text: 'at most 5 % of the sound is concealed, on both sides',
    isMet: ({ concealedPercent: shares }) => Math.max(...shares) <= 5,
  },
]
const staysShown: Goal = {
  text: 'the pictures stay',
  isMet: ({ shown }) => shown.every((readings) => readings.every(({ isPictureShown }) => isPictureShown)),
}
const returnsOnce: Goal = {
  text: 'both pictures leave, and return once',
  isMet: ({ returns, shown }) =>
    returns.every((count) => count === 1) && shown.every((readings) => readings.at(-1)?.isPictureShown),
}
const isReadable: Goal = {
  text: 'the screen keeps 720 lines',
  isMet: ({ pictureLines: [student] }) => student >= 720,
}
const hasInk: Goal = {
  text: `half of the ink arrives within ${inkMaxMs.toFixed(0)} ms (1.5 round trips and a frame)`,
  isMet: ({ inkMs }) => median(inkMs) <= inkMaxMs,
}
const isHeardAgain: Goal = {
  text: `no sound for at most ${switchSilenceMaxMs / 1_000} s`,
  isMet: ({ silenceMs }) => silenceMs <= switchSilenceMaxMs,
}

const lines: Line[] = [
  { name: 'unshaped', shape: unshaped, seconds: 30, goals: [staysShown] },
  { name: 'unshaped, data saver', shape: unshaped, seconds: 30, prepare: turnOnSaver, goals: [staysShown] },
  { name: 'unshaped, audio call', shape: unshaped, seconds: 20, callType: 'audio' },
  {
    name: '1 Mbit/s, 50 ms',
    shape: { kbit: 1_000, delayMs: 25, lossPercent: 0, queueMs: 500 },
    seconds: 40,
    goals: [staysShown],
  },
  {
    name: '300 kbit/s, 100 ms',
    shape: { kbit: 300, delayMs: 50, lossPercent: 0, queueMs: 500 },
    seconds: 50,
    goals: [staysShown],
  },
  { name: '100 kbit/s, 5 %, 300 ms', shape: bad, seconds: 90, goodSeconds: 40, goals: [returnsOnce] },
  { name: '100 kbit/s, 5 %, 300 ms, screen', shape: bad, seconds: 40, prepare: shareScreen, goals: [isReadable] },
  {
    name: '100 kbit/s, 5 %, 300 ms, board',
    shape: bad,
    seconds: 60,
    prepare: openBoard,
    draw: drawInTurns,
    goals: [hasInk],
  },
  { name: 'Wi-Fi to mobile', shape: unshaped, seconds: 30, isSwitching: true, goals: [isHeardAgain] },
]

const head = [
  'line of the student',
  'state',
  'concealed %',
  'after 10 s',
  'repaired %',
  'picture shown',
  'returns',
  'lines',
  'frames/s',
  'kbit/s in/out',
  'MB/min',
  'ink ms',
  'silence s',
  'goals',
]

ensureNetworkTools()
const port = await freePort()
const network = await createShapedLines({ names: ['wifi', 'mobile'], productPort: port })
network.connect('wifi')
const media = await writeMedia()
const product = await startProduct({ LOG_LEVEL: 'warn' }, { port })
await product.ready
const database = await openDatabase(product.dataDir)
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--use-fake-device-for-media-stream=display-media-type=browser',
  '--use-fake-ui-for-media-stream',
  ...media.flags,
]
const browsers = {
  student: await chromium.launch({ executablePath: network.launcher, args }),
  expert: await chromium.launch({ executablePath: findChromium(), args }),
}
const results: [Line, Result][] = []
try {
  for (const line of lines.filter(isChosen)) {
    const result = await measure(line)
    console.log(`${toRow([line, result]).join(' | ')}\n  ${describeMissed([line, result]) || 'all goals met'}`)
    results.push([line, result])
  }
} finally {
  for (const browser of Object.values(browsers)) await browser.close()
  await database.close()
  await product.stop()
  await removeData(product)
  await media.remove()
  await network.remove()
}
if (!chosen) await publish('lines', describe())
else console.log(describe())

function isChosen({ name }: Line): boolean {
  return chosen.startsWith('=') ? name === chosen.slice(1) : name.includes(chosen)
}

async function measure(line: Line): Promise<Result> {
  const { shape, seconds, callType = 'video', prepare, draw, goodSeconds = 0, isSwitching = false } = line
  const call = await startLineCall({ database, browsers, origin: `http://localhost:${port}`, callType })
  await prepare?.(call)
  await network.shape('wifi', shape)
  const [phone, desk] = [watchPage(call.phone), watchPage(call.desk)]
  let inkMs: number[] = []
  if (isSwitching) {
    await sleep((seconds * 1_000) / 2)
    network.connect('mobile')
    network.disconnect('wifi')
    await sleep((seconds * 1_000) / 2)
  } else if (draw) inkMs = await draw(call, Date.now() + seconds * 1_000)
  else await sleep(seconds * 1_000)
  const badUntilMs = Date.now()
  await network.shape('wifi', unshaped)
  await sleep(goodSeconds * 1_000)
  const shown: Result['shown'] = [await phone.stop(), await desk.stop()]
  const { state } = await call.readSession()
  if (process.env.LINES_DEBUG) printReadings(...shown)
  await call.close()
  if (isSwitching) {
    network.connect('wifi')
    network.disconnect('mobile')
  }
  const isBad = ({ atMs }: Reading) => atMs <= badUntilMs
  const [byStudent, byExpert] = [shown[0].filter(isBad), shown[1].filter(isBad)]
  const ofBoth = (read: (readings: Reading[]) => number): Both => [read(byStudent), read(byExpert)]
  return {
    state,
    concealedPercent: ofBoth(concealedPercent),
    settledPercent: ofBoth((readings) => concealedPercent(settled(readings))),
    repairedPercent: ofBoth((readings) => repairedPercent(settled(readings))),
    shown,
    returns: [countReturns(shown[0]), countReturns(shown[1])],
    framesPerSecond: ofBoth(framesPerSecond),
    receivedKbps: kbps(byStudent, 'receivedBytes'),
    sentKbps: kbps(byStudent, 'sentBytes'),
    megabytesPerMinute: megabytesPerMinute(byStudent),
    pictureLines: ofBoth(findPictureLines),
    inkMs,
    silenceMs: longestSilenceMs(shown[0]),
  }
}

function toRow([line, result]: [Line, Result]): string[] {
  const { name, shape } = line
  const pair = ([student, expert]: Both, digits = 0) => `${student.toFixed(digits)} / ${expert.toFixed(digits)}`
  const { shown, inkMs } = result
  return [
    name,
    result.state,
    pair(result.concealedPercent, 1),
    pair(result.settledPercent, 1),
    shape.lossPercent > 0 ? pair(result.repairedPercent) : '',
    shown.map(describeShown).join(' / '),
    pair(result.returns),
    pair(result.pictureLines),
    pair(result.framesPerSecond),
    `${result.receivedKbps.toFixed(0)} / ${result.sentKbps.toFixed(0)}`,
    result.megabytesPerMinute.toFixed(1),
    inkMs.length > 0 ? `${median(inkMs).toFixed(0)}, ${percentile(inkMs, 0.95).toFixed(0)}` : '',
    (result.silenceMs / 1_000).toFixed(1),
    describeMissed([line, result]) ? 'missed' : 'met',
  ]
}

function describeMissed([line, result]: [Line, Result]): string {
  const missed = [...everyLine, ...(line.goals ?? [])].filter(({ isMet }) => !isMet(result))
  return missed.length > 0 ? `${line.name} misses: ${missed.map(({ text }) => text).join('; ')}.` : ''
}

function describe(): string {
  const missed = results.map(describeMissed).filter(Boolean)
  const goals = lines.flatMap(({ name, goals: own = [] }) => own.map(({ text }) => `- ${name}: ${text}`))
  return `# Calls on bad lines

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}, load ${loadavg()[0]?.toFixed(1)}

\`npm run bench:lines\`: two real browsers, of which the student's is in a network namespace behind a line with
this rate in each direction, this loss in each direction and this round trip. Both send a voice with pauses and
a picture of 640 x 360 that moves. "a / b": what the student and what the expert hears or sees. The line changes
during the call; the share of concealed sound is also given without the first 10 s, and so is the share of lost
voice packets that were repaired. "lines": the height of the received picture at the end; 0 without one. "ink":
from the pen to the pixels on the other page, median and 95th percentile, while both draw in turns.

\`\`\`
${table(head, results.map(toRow))}
\`\`\`

Goals of every line:

${everyLine.map(({ text }) => `- ${text}`).join('\n')}

and of some:

${goals.join('\n')}

${missed.length > 0 ? missed.join('\n') : 'Each line meets its goals.'}
`
}

function difference(readings: Reading[], name: Total): number {
  return (readings.at(-1)?.[name] ?? 0) - (readings[0]?.[name] ?? 0)
}

type Bytes = 'sentBytes' | 'receivedBytes'
type Total = 'heardSamples' | 'concealedSamples' | 'frames' | 'lostVoice' | 'repairedVoice' | Bytes

function lengthSeconds(readings: Reading[]): number {
  return ((readings.at(-1)?.atMs ?? 0) - (readings[0]?.atMs ?? 0)) / 1_000
}

function settled(readings: Reading[]): Reading[] {
  const [first] = readings
  return readings.filter(({ atMs }) => first && atMs - first.atMs >= settledAfterMs)
}

function concealedPercent(readings: Reading[]): number {
  return (100 * difference(readings, 'concealedSamples')) / Math.max(1, difference(readings, 'heardSamples'))
}

function repairedPercent(readings: Reading[]): number {
  return (100 * difference(readings, 'repairedVoice')) / Math.max(1, difference(readings, 'lostVoice'))
}

function framesPerSecond(readings: Reading[]): number {
  return difference(readings, 'frames') / lengthSeconds(readings)
}

function kbps(readings: Reading[], name: Bytes): number {
  return (difference(readings, name) * 8) / 1_000 / lengthSeconds(readings)
}

function megabytesPerMinute(readings: Reading[]): number {
  const bytes = difference(readings, 'sentBytes') + difference(readings, 'receivedBytes')
  return (bytes / 1_000_000 / lengthSeconds(readings)) * 60
}

/** The lowest height in the second half, because the level changes at the beginning. */
function findPictureLines(readings: Reading[]): number {
  const late = readings.slice(readings.length / 2)
  const { isPictureShown = false } = readings.at(-1) ?? {}
  return isPictureShown ? Math.min(...late.map(({ pictureHeight }) => pictureHeight)) : 0
}

/** For example "on 0, off 7, on 142": the seconds at which the picture appeared and disappeared. */
function describeShown(readings: Reading[]): string {
  return listChanges(readings)
    .map(({ isOn, second }) => `${isOn ? 'on' : 'off'} ${second.toFixed(0)}`)
    .join(', ')
}

/** Counts how often the picture returned. More than once on one line means that it flaps. */
function countReturns(readings: Reading[]): number {
  return listChanges(readings).filter(({ isOn }, index) => isOn && index > 0).length
}

function listChanges(readings: Reading[]): { isOn: boolean; second: number }[] {
  const [first] = readings
  return readings
    .filter(({ isPictureShown }, index) => readings[index - 1]?.isPictureShown !== isPictureShown)
    .map(({ isPictureShown, atMs }) => ({ isOn: isPictureShown, second: (atMs - (first?.atMs ?? 0)) / 1_000 }))
}

function printReadings(...all: Reading[][]): void {
  for (const readings of all) {
    const [first] = readings
    console.log('')
    readings.forEach((reading, index) => {
      const before = readings[index - 1]
      if (!before || !first || index % 2 === 1) return
      const two = [readings[index - 2] ?? before, reading]
      console.log(
        [
          ((reading.atMs - first.atMs) / 1_000).toFixed(0).padStart(4),
          `concealed ${concealedPercent(two).toFixed(0)}%`,
          `in ${kbps(two, 'receivedBytes').toFixed(0)} out ${kbps(two, 'sentBytes').toFixed(0)} available ${reading.availableKbps}`,
          `rtt ${reading.delayMs}`,
          `fps ${framesPerSecond(two).toFixed(0)} ${reading.pictureHeight}p sends ${reading.sentHeight}p ${reading.limit}`,
          `lost ${difference(two, 'lostVoice')} repaired ${difference(two, 'repairedVoice')}`,
          reading.isPictureShown ? 'shown' : 'hidden',
        ].join('  '),
      )
    })
  }
}

async function turnOnSaver({ phone }: LineCall): Promise<void> {
  await phone.getByRole('button', { name: 'More' }).click()
  await phone.getByRole('menuitem', { name: 'Data use' }).click()
  await phone.getByRole('switch', { name: 'Data saver' }).click()
  await phone.keyboard.press('Escape')
}

async function shareScreen({ desk }: LineCall): Promise<void> {
  await desk.getByRole('button', { name: 'Share screen' }).click()
}

async function openBoard({ phone, desk }: LineCall): Promise<void> {
  await phone.getByRole('button', { name: 'Board', exact: true }).click()
  for (const page of [phone, desk]) await drawingArea(page).waitFor({ timeout: 60_000 })
  for (const page of [phone, desk])
    await page.waitForFunction(() => document.querySelectorAll('[data-sonner-toast]').length === 0)
}

async function drawInTurns({ phone, desk }: LineCall, untilMs: number): Promise<number[]> {
  const times: number[] = []
  for (let stroke = 0; Date.now() < untilMs; stroke += 1) {
    const [from, to] = stroke % 2 === 0 ? [phone, desk] : [desk, phone]
    const y = inkRows[stroke % inkRows.length] ?? 0
    times.push(...(await measureStroke(from, to, { y, canvas: overlay, toX: 340 })))
  }
  return times
}
