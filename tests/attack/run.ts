import { table } from '#bench/figures.ts'
import { newScratchFolder, removeAbandonedScratch } from '#scripts/scratch.mjs'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import { judge } from '#tests/attack/judge.ts'
import { moneyRaces } from '#tests/attack/races/money-races.ts'
import { routeFuzz } from '#tests/attack/route-fuzz.ts'
import { runWithin } from '#tests/attack/run-within.ts'
import { slowAttack } from '#tests/attack/slow-requests.ts'
import { socketFuzz } from '#tests/attack/socket-fuzz.ts'
import { sqlProbe } from '#tests/attack/sql-probe.ts'
import { sqlmapAttack } from '#tests/attack/sqlmap.ts'
import { measureTiming } from '#tests/attack/timing.ts'
import { turnProbe } from '#tests/attack/turn-probe.ts'
import { wapitiAttacks } from '#tests/attack/wapiti.ts'
import { copyData, type Product, removeData, startProduct } from '#tests/product.ts'

// npm run attack [-- part …]: starts a product on this machine, attacks it for at most twenty minutes, and prints the
// findings. `-- timing` compares response times for known and unknown email addresses instead. Exits with 1 when there
// are findings, or when a part could not run. `-- --without-missing-tools` skips parts whose tool is missing.
const longestMs = 20 * 60_000
/** Reserved for stopping the product. */
const reserveMs = 30_000
const leastMs = 10_000
// wapiti comes before the parts that store thousands of odd texts: pages that list them would use up its time.
const attacks: Attack[] = [
  turnProbe,
  moneyRaces,
  socketFuzz,
  ...wapitiAttacks,
  sqlProbe,
  sqlmapAttack,
  slowAttack,
  routeFuzz,
]

const startedAt = Date.now()
const stopping = new AbortController()
let hasLeftBehind = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
const skipMissing = '--without-missing-tools'
const mayMissTools = process.argv.includes(skipMissing)
const names = process.argv.slice(2).filter((name) => name !== skipMissing)
const unknown = names.filter((name) => name !== 'timing' && !attacks.some((attack) => attack.name === name))
if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')}`)

removeAbandonedScratch()
// FIRST_START names the data folder of a stopped product. The run attacks a copy of it, which starts faster.
const product = await startProduct({
  DATA_DIR: process.env.FIRST_START ? await copyData(process.env.FIRST_START) : await newScratchFolder('attack'),
  // Lets each request set its own client address, so that the limits per address do not stop the attack.
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'error',
})
try {
  await product.ready
  if (names.includes('timing')) printFindings(await measureTiming(product, stopping.signal))
  else await attackAll(product)
} finally {
  await product.stop()
  await removeData(product)
}
// A part that did not stop would keep this process alive.
if (hasLeftBehind) process.exit()

async function attackAll(target: Product): Promise<void> {
  const rows: string[][] = []
  const found: string[] = []
  const details: string[] = []
  for (const attack of attacks.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const from = Date.now()
    const { requests, notRun, note, details: ownDetails = [], ...outcome } = await runAttack(attack, target)
    const seconds = Math.round((Date.now() - from) / 1_000)
    const { real, falseCount } = judge({ ...outcome, ...(notRun !== undefined && { notRun }) }, { mayMissTools })
    const remark = [note, falseCount > 0 && `${falseCount} known false positives`].filter(Boolean).join('; ')
    rows.push(
      notRun === undefined
        ? [attack.what, String(requests), String(real.length), String(seconds), remark]
        : [attack.what, '', '', '', `not run: ${notRun}`],
    )
    found.push(...real.map((text) => `${attack.what}: ${text}`))
    details.push(...ownDetails.map((text) => `${attack.name}: ${text}`))
    process.stdout.write(
      `${attack.what}: ${notRun ?? `${requests} requests, ${real.length} findings in ${seconds} s; ${remark}`}\n`,
    )
  }
  const head = ['what', 'requests', 'findings', 'seconds', '']
  process.stdout.write(`\n${table(head, rows)}\n${details.map((text) => `${text}\n`).join('')}`)
  printFindings(found)
}

/** A failed attack, an exit of the product and a logged error are findings, too. */
async function runAttack(attack: Attack, target: Product): Promise<Outcome> {
  const leftMs = longestMs - reserveMs - (Date.now() - startedAt)
  if (stopping.signal.aborted) return { requests: 0, findings: [], notRun: 'stopped' }
  if (leftMs < leastMs) {
    // A part that did not run may hide a weakness, so the run does not pass.
    return { requests: 0, findings: ['it did not run'], notRun: 'the twenty minutes are over' }
  }
  const limit = AbortSignal.timeout(Math.min(attack.seconds * 1_000, leftMs))
  const logged = target.output().length
  const { isLeftBehind, ...outcome } = await runWithin(attack, target, AbortSignal.any([stopping.signal, limit]))
  hasLeftBehind ||= isLeftBehind === true
  const errors = listLoggedErrors(target.output().slice(logged))
  // A broken tool finds nothing, so a run without requests is a finding, too.
  const isSilent = outcome.requests === 0 && outcome.notRun === undefined && !isLeftBehind
  const silent = isSilent ? ['it sent no request'] : []
  const ended = target.process.exitCode === null ? [] : [`the product ended with ${target.process.exitCode}`]
  return {
    ...outcome,
    findings: [...outcome.findings, ...silent, ...errors, ...(stopping.signal.aborted ? [] : ended)],
  }
}

function listLoggedErrors(output: string): string[] {
  const errors = output.split('\n').filter((line) => /"level":[56]0|^\s*(Uncaught|\w*Error:)/.test(line))
  return [
    ...new Set(
      errors.map((line) => `logged: ${(/"msg":"[^"]*"|"message":"[^"]*"/.exec(line)?.[0] ?? line).slice(0, 200)}`),
    ),
  ]
}

function printFindings(findings: string[]): void {
  if (findings.length === 0) return
  process.exitCode = 1
  process.stdout.write(`\nFound:\n${findings.map((text) => `  ${text}`).join('\n')}\n`)
}
