import { table } from '#bench/figures.ts'
import { newScratchFolder, removeAbandonedScratch } from '#scripts/scratch.mjs'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import { falsePositives } from '#tests/attack/false-positives.ts'
import { moneyRaces } from '#tests/attack/money-races.ts'
import { routeFuzz } from '#tests/attack/route-fuzz.ts'
import { slowAttack } from '#tests/attack/slow-requests.ts'
import { socketFuzz } from '#tests/attack/socket-fuzz.ts'
import { sqlmapAttack } from '#tests/attack/sqlmap.ts'
import { measureTiming } from '#tests/attack/timing.ts'
import { turnProbe } from '#tests/attack/turn-probe.ts'
import { wapitiAttacks } from '#tests/attack/wapiti.ts'
import { copyData, type Product, removeData, startProduct } from '#tests/product.ts'

// npm run attack [-- part …]: attacks a product of its own on this machine, for at most twenty minutes, and prints what
// was found. `-- timing` compares known and unknown addresses instead. Exits with 1 when something was found.
const longestMs = 20 * 60_000
/** Kept for stopping the product. */
const reserveMs = 30_000
const leastMs = 10_000
// The team's wapiti comes last, because its forms change what everyone else sees.
const attacks: Attack[] = [
  turnProbe,
  moneyRaces,
  socketFuzz,
  ...wapitiAttacks.slice(0, -1),
  sqlmapAttack,
  slowAttack,
  routeFuzz,
  ...wapitiAttacks.slice(-1),
]

const startedAt = Date.now()
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
const names = process.argv.slice(2)
const unknown = names.filter((name) => name !== 'timing' && !attacks.some((attack) => attack.name === name))
if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')}`)

removeAbandonedScratch()
// FIRST_START names the data folder of a stopped product. The run attacks a copy of it, which starts faster.
const product = await startProduct({
  DATA_DIR: process.env.FIRST_START ? await copyData(process.env.FIRST_START) : await newScratchFolder('attack'),
  // Each request may then name its own address, so that the limits per address do not stop the attack.
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

async function attackAll(target: Product): Promise<void> {
  const rows: string[][] = []
  const found: string[] = []
  for (const attack of attacks.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const from = Date.now()
    const { requests, findings, notRun, note } = await runOne(attack, target)
    const seconds = Math.round((Date.now() - from) / 1_000)
    const real = findings.filter((text) => !falsePositives.some(({ finding }) => finding.test(text)))
    const others = findings.length - real.length
    const remark = [note, others > 0 && `${others} known false positives`].filter(Boolean).join('; ')
    rows.push(
      notRun === undefined
        ? [attack.what, String(requests), String(real.length), String(seconds), remark]
        : [attack.what, '', '', '', `not run: ${notRun}`],
    )
    found.push(...real.map((text) => `${attack.what}: ${text}`))
    process.stdout.write(`${attack.what}: ${notRun ?? `${real.length} findings in ${seconds} s`}\n`)
  }
  const head = ['what', 'requests', 'findings', 'seconds', '']
  process.stdout.write(`\n${table(head, rows)}\n`)
  printFindings(found)
}

/** An attack that fails, a product that ends and an error in its log are findings, too. */
async function runOne(attack: Attack, target: Product): Promise<Outcome> {
  const leftMs = longestMs - reserveMs - (Date.now() - startedAt)
  if (stopping.signal.aborted || leftMs < leastMs) {
    return { requests: 0, findings: [], notRun: stopping.signal.aborted ? 'stopped' : 'the twenty minutes are over' }
  }
  const limit = AbortSignal.timeout(Math.min(attack.seconds * 1_000, leftMs))
  const logged = target.output().length
  const outcome = await attack
    .run(target, AbortSignal.any([stopping.signal, limit]))
    .catch((error: unknown): Outcome => ({ requests: 0, findings: [`it failed: ${String(error).slice(0, 300)}`] }))
  const errors = listLoggedErrors(target.output().slice(logged))
  // A tool that does not work finds nothing either.
  const silent = outcome.requests === 0 && outcome.notRun === undefined ? ['it sent no request'] : []
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
