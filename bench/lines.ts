import { setTimeout as sleep } from 'node:timers/promises'
import { cpus, loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { publish, table } from '#bench/figures.ts'
import { type LineCall, type Reading, startLineCall, watchPage } from '#tests/faults/line-call.ts'
import { writeMedia } from '#tests/faults/line-media.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import { ensureNetworkTools, findChromium } from '#scripts/system-packages.mjs'
import { freePort } from '#scripts/free-port.mjs'
import { openDatabase } from '#tests/e2e/database.ts'
import { createShapedLines, type Shape, unshaped } from '#tests/faults/shaped-lines.ts'
import { removeData, startProduct } from '#tests/product.ts'

// Calls between two real browsers, of which the student's has a shaped line: what they hear and see, and how much data a
// call uses. Needs root, a build, and a machine that does nothing else.
// Usage: npm run bench:lines [-- part of a line's name]; with LINES_DEBUG=1 it prints every second.
const chosen = process.argv[2] ?? ''

type Line = {
  name: string
  shape: Shape
  seconds: number
  callType?: CallType
  /** Before measuring. */
  prepare?(call: LineCall): Promise<unknown>
  /** Afterwards the line is good again. */
  goodSeconds?: number
  /** The student moves to the other network in the middle. */
  isSwitching?: boolean
}

/** After this time, the line has replaced the pictures by less, and the packets that waited before have arrived. */
const settledAfterMs = 10_000

const bad: Shape = { kbit: 100, delayMs: 150, lossPercent: 5, queueMs: 500 }
const lines: Line[] = [
  { name: 'unshaped', shape: unshaped, seconds: 30 },
  { name: 'unshaped, data saver', shape: unshaped, seconds: 30, prepare: turnOnSaver },
  { name: 'unshaped, audio call', shape: unshaped, seconds: 20, callType: 'audio' },
  { name: '1 Mbit/s, 50 ms', shape: { kbit: 1_000, delayMs: 25, lossPercent: 0, queueMs: 500 }, seconds: 40 },
  { name: '300 kbit/s, 100 ms', shape: { kbit: 300, delayMs: 50, lossPercent: 0, queueMs: 500 }, seconds: 50 },
  { name: '100 kbit/s, 5 %, 300 ms', shape: bad, seconds: 90, goodSeconds: 40 },
  { name: '100 kbit/s, 5 %, 300 ms, screen', shape: bad, seconds: 40, prepare: shareScreen },
  { name: 'Wi-Fi to mobile', shape: unshaped, seconds: 30, isSwitching: true },
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
const rows: string[][] = []
try {
  for (const line of lines.filter(({ name }) => name.includes(chosen))) {
    const row = await measure(line)
    console.log(row.join(' | '))
    rows.push(row)
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

async function measure(line: Line): Promise<string[]> {
  const { name, shape, seconds, callType = 'video', prepare, goodSeconds = 0, isSwitching = false } = line
  const call = await startLineCall({ database, browsers, origin: `http://localhost:${port}`, callType })
  await prepare?.(call)
  await network.shape('wifi', shape)
  const [phone, desk] = [watchPage(call.phone), watchPage(call.desk)]
  if (isSwitching) {
    await sleep((seconds * 1_000) / 2)
    network.connect('mobile')
    network.disconnect('wifi')
    await sleep((seconds * 1_000) / 2)
  } else await sleep(seconds * 1_000)
  const badUntilMs = Date.now()
  await network.shape('wifi', unshaped)
  await sleep(goodSeconds * 1_000)
  const [seenByStudent, seenByExpert] = [await phone.stop(), await desk.stop()]
  const { state } = await call.readSession()
  if (process.env.LINES_DEBUG) printReadings(seenByStudent, seenByExpert)
  await call.close()
  if (isSwitching) {
    network.connect('wifi')
    network.disconnect('mobile')
  }
  const isBad = ({ atMs }: Reading) => atMs <= badUntilMs
  const [heardByStudent, heardByExpert] = [seenByStudent.filter(isBad), seenByExpert.filter(isBad)]
  return [
    name,
    state,
    `${concealedPercent(heardByStudent).toFixed(1)} / ${concealedPercent(heardByExpert).toFixed(1)}`,
    `${concealedPercent(settled(heardByStudent)).toFixed(1)} / ${concealedPercent(settled(heardByExpert)).toFixed(1)}`,
    `${describeShown(seenByStudent)} / ${describeShown(seenByExpert)}`,
    `${countReturns(seenByStudent)} / ${countReturns(seenByExpert)}`,
    `${framesPerSecond(heardByStudent)} / ${framesPerSecond(heardByExpert)}`,
    `${kbps(heardByStudent, 'receivedBytes')} / ${kbps(heardByStudent, 'sentBytes')}`,
    megabytesPerMinute(heardByStudent),
    (longestSilenceMs(seenByStudent) / 1_000).toFixed(1),
  ]
}

function describe(): string {
  const head = [
    'line of the student',
    'state',
    'concealed %',
    'after 10 s',
    'picture shown',
    'returns',
    'frames/s',
    'kbit/s in/out',
    'MB/min',
    'silence s',
  ]
  return `# Calls on bad lines

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}, load ${loadavg()[0]?.toFixed(1)}

\`npm run bench:lines\`: two real browsers, of which the student's is in a network namespace behind a line with this rate in
each direction, this loss in each direction and this round trip. Both send a voice with pauses and a picture of 640 x 360
that moves. "a / b": what the student and what the expert hears or sees. The line changes during the call, so the share
of concealed sound is also given without the first 10 s.

\`\`\`
${table(head, rows)}
\`\`\`
`
}

function difference(readings: Reading[], name: 'heardSamples' | 'concealedSamples' | 'frames' | Bytes): number {
  return (readings.at(-1)?.[name] ?? 0) - (readings[0]?.[name] ?? 0)
}

type Bytes = 'sentBytes' | 'receivedBytes'

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

function framesPerSecond(readings: Reading[]): string {
  return (difference(readings, 'frames') / lengthSeconds(readings)).toFixed(0)
}

function kbps(readings: Reading[], name: Bytes): string {
  return ((difference(readings, name) * 8) / 1_000 / lengthSeconds(readings)).toFixed(0)
}

function megabytesPerMinute(readings: Reading[]): string {
  const bytes = difference(readings, 'sentBytes') + difference(readings, 'receivedBytes')
  return ((bytes / 1_000_000 / lengthSeconds(readings)) * 60).toFixed(1)
}

/** For example "on 0, off 7, on 142": the seconds at which the picture appeared and disappeared. */
function describeShown(readings: Reading[]): string {
  return listChanges(readings)
    .map(({ isOn, second }) => `${isOn ? 'on' : 'off'} ${second.toFixed(0)}`)
    .join(', ')
}

/** How often the picture came back. More than once on one line is a flap. */
function countReturns(readings: Reading[]): number {
  return listChanges(readings).filter(({ isOn }, index) => isOn && index > 0).length
}

function listChanges(readings: Reading[]): { isOn: boolean; second: number }[] {
  const [first] = readings
  return readings
    .filter(({ isPictureShown }, index) => readings[index - 1]?.isPictureShown !== isPictureShown)
    .map(({ isPictureShown, atMs }) => ({ isOn: isPictureShown, second: (atMs - (first?.atMs ?? 0)) / 1_000 }))
}

/** The longest time without a new audio packet. */
function longestSilenceMs(readings: Reading[]): number {
  let longestMs = 0
  let heardAtMs = readings[0]?.atMs ?? 0
  readings.forEach(({ audioPackets, atMs }, index) => {
    if (audioPackets > (readings[index - 1]?.audioPackets ?? 0)) {
      longestMs = Math.max(longestMs, atMs - heardAtMs)
      heardAtMs = atMs
    }
  })
  return Math.max(longestMs, (readings.at(-1)?.atMs ?? 0) - heardAtMs)
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
          `in ${kbps(two, 'receivedBytes')} out ${kbps(two, 'sentBytes')} available ${reading.availableKbps}`,
          `rtt ${reading.delayMs}`,
          `fps ${framesPerSecond(two)} ${reading.pictureHeight}p sends ${reading.sentHeight}p ${reading.limit}`,
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
