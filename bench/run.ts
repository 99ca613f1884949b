import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join, relative } from 'node:path'
import { compareRuns, describeChange, readResults, type Run, writeResults } from '#bench/results-table.ts'
import { runBench } from '#bench/run-bench.ts'

// Runs all benches, or the named ones, in sequence, writes their figures into one table, and compares it with the
// committed one. Exits with 1 when a bench failed or a figure became worse by more than 25%.
// Usage: npm run bench [-- name …]

/** The benches in order, with arguments for a short run. `npm run bench:NAME` runs one with longer defaults. */
const benches: Record<string, string[]> = {
  auth: ['1'],
  fanout: ['500', '40'],
  ssr: ['/how-it-works', '3'],
  reviews: [],
  ledger: ['8', '32'],
  search: ['1000', '100000'],
  team: ['50000'],
  lessons: ['50000'],
  pages: ['1'],
  scroll: ['2000'],
  calls: ['5'],
  'first-call': ['1'],
  meter: ['100', '1000'],
  bus: [],
  board: ['1000'],
}
/** A bench that takes longer is considered hung. */
const timeLimitMinutes = 10
const root = join(import.meta.dirname, '..')
const file = join(root, 'bench/results/latest.md')

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`Unknown bench "${unknown.join('", "')}"; the benches are ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort(signal))

const runs: Run[] = []
for (const bench of Object.keys(benches)) {
  if (chosen.length > 0 && !chosen.includes(bench)) continue
  runs.push(await run(bench))
  // An interrupted run writes no table.
  if (interrupted.signal.aborted) process.exit(130)
}
const comparison = compareRuns({
  benches: Object.keys(benches),
  runs,
  committed: readResults(readCommitted()),
  measuredOn: today(),
})
const machine = `${cpus().length} cores of ${process.arch}, Node ${process.versions.node}, ${today()}`
await writeFile(file, writeResults(comparison, machine))

const { worse, vanished, failed } = comparison
console.log(`\nAll figures are in ${relative(process.cwd(), file)}.`)
for (const { bench, figure } of vanished) console.log(`No longer measured: ${bench}: ${figure}`)
for (const row of worse) console.log(`Became worse by more than a quarter: ${describeChange(row)}`)
if (worse.length === 0) console.log('Nothing became worse by more than a quarter.')
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
process.exitCode = worse.length + failed.length > 0 ? 1 : 0

async function run(bench: string): Promise<Run> {
  console.log(`\n── ${bench} ${'─'.repeat(60 - bench.length)}`)
  const from = performance.now()
  const tooLong = new AbortController()
  const timer = setTimeout(
    () => tooLong.abort(`took longer than ${timeLimitMinutes} minutes`),
    timeLimitMinutes * 60_000,
  )
  const { figures, failure } = await runBench({
    script: join(import.meta.dirname, `${bench}.ts`),
    args: benches[bench] ?? [],
    stop: AbortSignal.any([interrupted.signal, tooLong.signal]),
  })
  clearTimeout(timer)
  const seconds = Math.round((performance.now() - from) / 1_000)
  console.log(`── ${bench}: ${failure ? `FAILED (${failure})` : 'ok'} in ${seconds} s`)
  if (failure) return { bench, figures, failed: true }
  return { bench, figures: [...figures, { figure: 'duration', value: seconds, unit: 's' }], failed: false }
}

/** Returns an empty text when nothing is committed yet or Git is missing. */
function readCommitted(): string {
  const { status, stdout } = spawnSync('git', ['show', 'HEAD:bench/results/latest.md'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status === 0) return stdout
  console.log('\nThere is no committed bench/results/latest.md to compare with.')
  return ''
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
