import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, type Mutant } from '#tests/mutants/mutant.ts'
import { type Outcome, readOutcome } from '#tests/mutants/outcome.ts'

type Options = {
  /** Unique among parallel runs. */
  name: string
  tests: string[]
  /** Absent for a run without a mutant. */
  mutant?: Mutant
  /** The result of `Templates.create`. Absent for tests without a database. */
  postgres?: string
  workers: number
  timeLimitMs: number
  /** A folder for the reports. */
  scratch: string
  /** Aborts the run early. */
  stop: AbortSignal
}

/** Runs these test files in a separate process until the first failure. */
export async function runTests(options: Options): Promise<Outcome> {
  const { name, tests, mutant, postgres, workers, timeLimitMs, scratch, stop } = options
  const reportFile = join(scratch, `${name}.json`)
  const loadedFile = join(scratch, `${name}.loaded`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const flags = ['--config', 'tests/mutants/vitest.config.ts', '--bail=1', `--maxWorkers=${workers}`]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const child = spawn(process.execPath, [vitest, 'run', ...flags, ...reporters, ...tests], {
    cwd: root,
    // A separate process group, so that its workers can be killed with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      FORCE_COLOR: '0',
      MUTANT: mutant?.id ?? '',
      MUTANT_LOADED: loadedFile,
      MUTANT_POSTGRES: postgres ?? '',
    },
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  const timeLimit = AbortSignal.timeout(timeLimitMs)
  const early = AbortSignal.any([timeLimit, stop])
  const killGroup = () => child.exitCode === null && child.pid && process.kill(-child.pid, 'SIGKILL')
  early.addEventListener('abort', killGroup)
  const [exitCode] = await once(child, 'close')
  early.removeEventListener('abort', killGroup)

  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : null
  const wasLoaded = existsSync(loadedFile)
  for (const file of [reportFile, loadedFile]) rmSync(file, { force: true })
  if (stop.aborted) return { kind: 'not run' }
  if (timeLimit.aborted) return { kind: 'timeout' }
  const outcome = readOutcome({ report, exitCode, output, root })
  if (outcome.kind !== 'survived' || !mutant || 'sqlFunction' in mutant.source || wasLoaded) return outcome
  return { kind: 'error', why: `its tests do not load ${mutant.source.file}` }
}
