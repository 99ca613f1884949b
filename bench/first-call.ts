import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { cpus } from 'node:os'
import { median, medianRatio, publish, report, table } from '#bench/figures.ts'
import { findChromium } from '#scripts/system-packages.mjs'
import { chromiumFlags } from '#tests/chromium-flags.ts'
import {
  askAsNewStudent,
  askAsReturningStudent,
  type Journey,
  openExpert,
  openAnyoneRequest,
  slowDownPhone,
  startJourney,
  waitForCall,
} from '#tests/e2e/calls/first-call.ts'
import { removeData, startProduct } from '#tests/product.ts'

// Measures the time from opening the site to talking, without the time of the person, on a slow phone: 400 kbit/s, 400
// ms for each round trip, and a processor four times slower. Typing takes no time. Each journey calls an expert of the
// demo data, who answers after three seconds. Needs a build and an otherwise idle machine. Usage: npm run
// bench:first-call [-- rounds]
const rounds = Number(process.argv[2] ?? 3)
const question = 'How do I organise good documentation?'

const product = await startProduct({ LOG_LEVEL: 'error' })
await product.ready
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })

/** From opening the site to talking. */
const goalSeconds = { 'new student': 60, 'returning student': 15 }
type Who = keyof typeof goalSeconds
const maxTaps = 6
/** Besides the question. */
const maxFields = 3

type Ask = (journey: Journey) => Promise<void>

const firstVideoCall = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Video/, disabled: false }) })
    .first()

const paths: { name: string; newStudent: Ask; returningStudent: Ask }[] = [
  {
    name: 'Find somebody now',
    newStudent: async (journey) => askAsNewStudent(journey, await openAnyoneRequest(journey), question),
    returningStudent: async (journey) => askAsReturningStudent(journey, await openAnyoneRequest(journey), question),
  },
  {
    name: 'an expert of the list',
    newStudent: async (journey) => askAsNewStudent(journey, await openExpert(journey, firstVideoCall), question),
    returningStudent: async (journey) =>
      askAsReturningStudent(journey, await openExpert(journey, firstVideoCall), question),
  },
]

type Measured = { who: Who; path: string; runs: Journey[] }
const measured = new Map<string, Measured>()
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, newStudent, returningStudent } of paths) {
      const context = await openPhone()
      await measure(context, { who: 'new student', path: name, ask: newStudent })
      await measure(context, { who: 'returning student', path: name, ask: returningStudent })
      await context.close()
    }
  }
} finally {
  await browser.close()
  await product.stop()
  await removeData(product)
}
await publish('first-call', describe())
for (const [name, { who, runs }] of measured) {
  const value = median(runs.map((run) => run.totalMs())) / 1_000
  report({ figure: name, value, unit: 's', goal: goalSeconds[who] })
}
for (const { name } of paths) reportRatio(name)
for (const [name, { runs }] of measured) checkEffort(name, runs)

/** Unlike the seconds, the ratio hardly depends on the machine. */
function reportRatio(name: string): void {
  const listMs = (who: Who) => (measured.get(`${who}, ${name}`)?.runs ?? []).map((run) => run.totalMs())
  const value = medianRatio(listMs('returning student'), listMs('new student'))
  report({ figure: `returning / new student, ${name}`, value, unit: 'ratio', better: 'lower', goal: 0.6 })
}

/** Taps and fields do not depend on the machine, so too many are an error. */
function checkEffort(name: string, runs: Journey[]): void {
  for (const { taps, fields } of runs.map((run) => run.count())) {
    if (taps > maxTaps || fields > maxFields) throw new Error(`${name}: ${taps} taps and ${fields} fields`)
  }
}

async function openPhone(): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
    // Chromium does not slow down the requests of a service worker.
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  await context.grantPermissions(['camera', 'microphone', 'notifications'], { origin: product.origin })
  return context
}

async function measure(
  context: BrowserContext,
  { who, path, ask }: Omit<Measured, 'runs'> & { ask: Ask },
): Promise<void> {
  const page = await context.newPage()
  await slowDownPhone(page)
  const journey = startJourney(page)
  await ask(journey)
  await waitForCall(journey)
  const name = `${who}, ${path}`
  measured.set(name, { who, path, runs: [...(measured.get(name)?.runs ?? []), journey] })
  await page.getByRole('button', { name: 'Hang up' }).click()
  await page.waitForURL(/\/user\/sessions\//, { timeout: 60_000 })
  await page.close()
  process.stderr.write('.')
}

function describe(): string {
  const parts = [...measured].map(([name, { who, runs }]) => {
    const [first] = runs
    if (!first) return ''
    const { taps, fields } = first.count()
    const rows = first
      .steps()
      .map((step, index) => [step.name, seconds(median(runs.map((run) => run.steps()[index]?.ms ?? 0)))])
    const total = runs.map((run) => run.totalMs())
    rows.push(
      ['in all', seconds(median(total))],
      ['fastest and slowest', `${seconds(Math.min(...total))} to ${seconds(Math.max(...total))}`],
    )
    return `## ${name}: ${taps} taps, ${fields} fields, goal ${goalSeconds[who]} seconds\n\n\`\`\`\n${table(['step', 'seconds'], rows)}\n\`\`\`\n`
  })
  return `# From opening the site to talking

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}, medians of ${rounds} rounds

\`npm run bench:first-call\` while nothing else ran: 400 kbit/s, 400 ms for each round trip, also of socket messages, and a
processor four times slower. Typing takes no time. "answer" contains the three seconds after which a demo expert accepts.

${parts.join('\n')}`
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
