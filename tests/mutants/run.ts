import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutant, createMutatedText } from '#tests/mutants/mutant.ts'
import { mutants, roomNames } from '#tests/mutants/mutants.ts'
import type { Outcome } from '#tests/mutants/outcome.ts'
import { needsDatabase } from '#tests/mutants/projects.ts'
import { describeOutcome, formatLine, formatSummary, listProblems, type Tried } from '#tests/mutants/report.ts'
import { runTests } from '#tests/mutants/run-tests.ts'
import { startTemplates, type Templates } from '#tests/mutants/templates.ts'

// Checks that the tests notice bugs: applies one bug at a time and fails unless a test fails each time.
// Usage: npm run test:mutants [-- room or id …]
const wanted = process.argv.slice(2)
const parallelRuns = 2
const minMutants = 60
const totalLimitMs = 15 * 60_000
const minTimeLimitMs = 120_000
const startedAtMs = Date.now()
const scratch = mkdtempSync(join(tmpdir(), 'samjhao-mutants-'))
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort())
const timeout = AbortSignal.timeout(totalLimitMs)
const stop = AbortSignal.any([interrupted.signal, timeout])
let templates: Templates | undefined

try {
  const chosen = chooseMutants()
  for (const mutant of chosen) createMutatedText(mutant)
  if (chosen.some(({ tests }) => needsDatabase(tests))) templates = await startTemplates()
  const unmutatedMs = await checkUnmutated(chosen)
  // A busy machine slows down every mutant. Only a mutant that hangs should reach the limit.
  const tried = await tryAll(chosen, Math.max(minTimeLimitMs, 2 * unmutatedMs))
  console.log(`\n${formatSummary(tried)} in ${formatSecondsSince(startedAtMs)} s`)
  const problems = listProblems(tried, { fewest: wanted.length > 0 ? 1 : minMutants })
  for (const problem of problems) console.log(problem)
  if (timeout.aborted) console.log(`the limit of ${totalLimitMs / 60_000} minutes was reached`)
  process.exitCode = problems.length > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await templates?.stop()
  rmSync(scratch, { recursive: true, force: true })
}

function chooseMutants(): Mutant[] {
  const unknown = wanted.find((name) => !mutants.some(({ id, room }) => name === id || name === room))
  if (unknown) throw new Error(`Unknown room or mutant "${unknown}"; the rooms are ${roomNames.join(', ')}.`)
  return mutants.filter(({ id, room }) => wanted.length === 0 || wanted.includes(id) || wanted.includes(room))
}

/**
 * Fails when the tests fail without a mutant, because then a failure with a mutant proves nothing. Returns the duration
 * of the tests.
 */
async function checkUnmutated(chosen: Mutant[]): Promise<number> {
  const from = Date.now()
  const outdated = (await templates?.listOutdated(chosen)) ?? []
  if (outdated.length > 0) throw new Error(`These functions differ from the migrations: ${outdated.join(', ')}`)
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
  const outcome = await run({ name: 'unmutated', tests, workers: parallelRuns, timeLimitMs: totalLimitMs })
  if (outcome.kind === 'killed') throw new Error(`This test fails even without a mutant: ${outcome.by}`)
  if (outcome.kind !== 'survived')
    throw new Error(`The tests cannot be run without a mutant: ${describeOutcome(outcome)}`)
  console.log(`${tests.length} test files pass without a mutant (${formatSecondsSince(startedAtMs)} s).`)
  return Date.now() - from
}

async function tryAll(chosen: Mutant[], timeLimitMs: number): Promise<Tried[]> {
  const queue = [...chosen]
  const tried: Tried[] = []
  const tryUntilEmpty = async () => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const from = Date.now()
      const outcome: Outcome = stop.aborted ? { kind: 'not run' } : await tryMutant(mutant, timeLimitMs)
      tried.push({ mutant, outcome })
      if (outcome.kind !== 'not run') console.log(formatLine({ mutant, outcome }, formatSecondsSince(from)))
    }
  }
  await Promise.all(Array.from({ length: parallelRuns }, tryUntilEmpty))
  return tried.toSorted((a, b) => chosen.indexOf(a.mutant) - chosen.indexOf(b.mutant))
}

async function tryMutant(mutant: Mutant, timeLimitMs: number): Promise<Outcome> {
  const name = `mutant_${mutant.id.replace('-', '_')}`
  const { tests } = mutant
  try {
    const outcome = await run({ name, tests, mutant, workers: 1, timeLimitMs })
    if (outcome.kind !== 'timeout') return outcome
    // The mutant is the cause only if the same tests finish in that time without it.
    const unmutated = await run({ name, tests, workers: 1, timeLimitMs })
    if (unmutated.kind === 'survived') return { kind: 'killed', by: `timeout after ${timeLimitMs / 1000} s` }
    if (unmutated.kind === 'not run') return unmutated
    return {
      kind: 'error',
      why: `its tests do not pass within ${timeLimitMs / 1000} s without a mutant either`,
    }
  } catch (error) {
    return { kind: 'error', why: String(error) }
  }
}

type Run = { name: string; tests: string[]; mutant?: Mutant; workers: number; timeLimitMs: number }

/** Runs tests with a database template when they need one. */
async function run(options: Run): Promise<Outcome> {
  const { name, tests, mutant } = options
  if (!templates || !needsDatabase(tests)) return runTests({ ...options, scratch, stop })
  try {
    return await runTests({ ...options, postgres: await templates.create(name, mutant), scratch, stop })
  } finally {
    await templates.drop(name)
  }
}

function formatSecondsSince(from: number): string {
  return ((Date.now() - from) / 1000).toFixed(1)
}
