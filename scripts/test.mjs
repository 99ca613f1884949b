// Runs all checks of the product, one part, or the quick ones: `npm test`, `npm run test:e2e -- name`, `npm run
// test:quick`.
// Uses only Node's built-in modules, because on a fresh clone it installs the others.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { freePort } from './free-port.mjs'
import { newScratchFolder } from './scratch.mjs'
import { findNode, setUp } from './set-up.mjs'
import {
  ensureClamd,
  ensureNginx,
  ensureNetworkTools,
  ensurePooler,
  ensurePromtool,
  ensureProxy,
  ensureRedis,
  ensureTurnserver,
  findChromium,
  findWholeChromium,
} from './system-packages.mjs'

const root = join(fileURLToPath(import.meta.url), '../..')
const [requestedPart, ...rest] = process.argv.slice(2)
const isQuick = requestedPart === 'quick'
const scratch = await newScratchFolder('tests')
/** Created by the first product that starts; all other products of the tests start with a copy. */
const firstStartFolder = join(scratch, 'first-start')
const startedAt = Date.now()

const parts = {
  format: () => check('oxfmt', ['--check']),
  lint: () => check('oxlint', isQuick ? [] : rest),
  // Several checkers would check shared types more than once: one needs half of the processor time.
  types: async () => (await check('react-router', ['typegen'])) && check('tsc', ['-p', '.', '--checkers', '1']),
  unit: () => vitest('unit', rest),
  component: () => vitest('component', rest),
  db: () => vitest('db', rest),
  async build() {
    await setUp({ build: true })
    // In a complete run, database tests still run: they leave half of a core idle. If the first start fails, the parts
    // that need it run it again and report the error.
    if (!requestedPart) await getFirstStart().catch(() => undefined)
  },
  start: async () => {
    await systemPackages
    ensureTurnserver()
    ensureRedis()
    ensureProxy()
    ensureClamd()
    ensureNginx()
    ensurePromtool()
    return vitest('start', rest, { FIRST_START: firstStartFolder })
  },
  e2e: () => playwright(),
}
/** Parts that need root, for namespaces and mounts, run only on request. */
const onRequest = {
  async faults() {
    if (process.getuid?.() !== 0)
      throw new Error('The fault tests need root: they create their own disks and networks.')
    ensureTurnserver()
    ensureRedis()
    ensureProxy()
    ensurePooler()
    ensureNetworkTools()
    return vitest('faults', rest)
  },
}
const quickParts = {
  ...Object.fromEntries(['format', 'lint', 'types'].map((name) => [name, parts[name]])),
  unit: () => vitest('unit'),
  component: () => vitest('component'),
  db: () => vitest('db', selectRelated()),
}
/** Parts that test the built product. */
const needsBuild = new Set(['start', 'e2e', 'faults'])
/**
 * A busy machine may fail a test once, so a failed e2e test is retried once. Retried tests are listed, and more of them
 * than this fail the run.
 */
const retriesAllowed = 2
const total = { passed: 0, failed: 0 }
/** Printed again at the end, because often only the end of a long output is kept. */
const failures = []

/** The duration of each test file, for the table at the end. */
const files = []
const slowestShown = 15
/** Resolves when the installation of system packages has ended. If it failed, later parts report what is missing. */
let systemPackages
/** The running processes, and the signal that stopped the run. */
const running = new Set()
let stoppedBy

// A terminal also signals the runners. A SIGTERM reaches only this process, so it is passed on: otherwise browsers and
// databases would keep running.
process.once('SIGINT', () => (stoppedBy = 'SIGINT'))
process.once('SIGTERM', () => {
  stoppedBy = 'SIGTERM'
  for (const child of running) child.kill('SIGINT')
})

try {
  const all = { ...parts, ...onRequest }
  if (requestedPart && !isQuick && !(requestedPart in all))
    throw new Error(`Unknown part "${requestedPart}"; the parts are ${Object.keys(all).join(', ')}, quick.`)
  if (!requestedPart) systemPackages = installSystemPackages()
  await setUp({ build: needsBuild.has(requestedPart) })
  const chosen = isQuick ? quickParts : requestedPart ? { [requestedPart]: all[requestedPart] } : parts
  for (const names of groupParallel(Object.keys(chosen))) {
    const before = readProcessorSeconds()
    await Promise.all(names.map((name) => runPart(name, chosen[name])))
    const used = readProcessorSeconds() - before
    if (used > 0) console.log(`── ${names.join(', ')}: ${used.toFixed(0)} s of processor time`)
    if (stoppedBy) throw new Error(`Stopped by ${stoppedBy}.`)
  }
} catch (error) {
  console.error(error.message)
  total.failed += 1
  recordFailure('set-up', error.message)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
printSlowest()
printFailures()
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/**
 * The compiler uses one core and unit tests often wait, so these three run in parallel, and so do database tests and
 * the build; all other parts run in sequence.
 */
function groupParallel(names) {
  const groups = [
    ['types', 'unit', 'component'],
    ['db', 'build'],
  ]
  const groupOf = (name) => groups.find((group) => group.includes(name)) ?? [name]
  return [
    ...new Map(names.map((name) => [groupOf(name)[0], names.filter((each) => groupOf(name).includes(each))])).values(),
  ]
}

async function runPart(name, part) {
  const from = Date.now()
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)} ${seconds(startedAt)} s`)
  const result = await part().catch((error) => {
    console.error(error.message)
    return false
  })
  // Test parts have already added their counts; any other part is one check.
  if (typeof result !== 'object') total[result === false ? 'failed' : 'passed'] += 1
  const hasFailed = result === false || result?.failed > 0
  if (hasFailed && !failures.some(({ part }) => part === name)) recordFailure(name, 'see above')
  console.log(`── ${name}: ${hasFailed ? 'FAILED' : 'ok'} in ${seconds(from)} s`)
}

async function check(command, args) {
  return (await run(command, args)) === 0
}

async function vitest(project, args = [], environment = {}) {
  const report = join(scratch, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', ['run', '--project', project, ...reporters, ...args], environment)
  return addCounts(report, code, (json) => {
    for (const { name, startTime, endTime, assertionResults, status, message } of json.testResults) {
      const file = relative(root, name)
      files.push({ part: project, file, ms: endTime - startTime, tests: assertionResults.length })
      const failed = assertionResults.filter((result) => result.status === 'failed')
      for (const { fullName, failureMessages } of failed)
        recordFailure(project, `${file} ${fullName}`, failureMessages[0])
      if (status === 'failed' && failed.length === 0) recordFailure(project, file, message)
    }
    return { passed: json.numPassedTests, failed: json.numFailedTests }
  })
}

/**
 * Selects the tests that a change can affect: those that import a file which differs from `origin/main`, or from the
 * commit after `--since`. Selects all tests when that commit is unknown, or when database/ changed, which no test
 * imports.
 */
function selectRelated() {
  const at = rest.indexOf('--since')
  const since = at === -1 ? 'origin/main' : rest[at + 1]
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const differing = git('diff', '--name-only', String(since), '--')
  if (differing.status !== 0) {
    console.log(`${since} is unknown here, so all database tests run.`)
    return []
  }
  const added = git('ls-files', '--others', '--exclude-standard', 'database')
  if (/^database\//m.test(differing.stdout + added.stdout)) {
    console.log(`database/ differs from ${since}, so all database tests run.`)
    return []
  }
  return ['--changed', since, '--passWithNoTests']
}

async function playwright() {
  await systemPackages
  const chromium = findChromium()
  ensureTurnserver()
  const report = join(scratch, 'e2e.json')
  const code = await run('playwright', ['test', ...rest], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Node runs the sources as they are. Playwright would transform all of them first, which took seven seconds.
    PW_DISABLE_TS_ESM: '1',
    CHROMIUM_PATH: chromium,
    WHOLE_CHROMIUM_PATH: findWholeChromium() ?? '',
    FIRST_START: await getFirstStart(),
    E2E_SCRATCH: scratch,
    E2E_PORT: String(await freePort()),
    E2E_CALLS_PORT: String(await freePort()),
    E2E_DEVELOPMENT_PORT: String(await freePort()),
  })
  return addCounts(report, code, ({ stats, suites }) => {
    for (const suite of suites) files.push({ part: 'e2e', file: `tests/e2e/${suite.file}`, ...sumDurations(suite) })
    for (const line of suites.flatMap((suite) => listTests(suite, 'unexpected'))) recordFailure('e2e', line)
    const retried = suites.flatMap((suite) => listTests(suite, 'flaky'))
    const hasTooMany = retried.length > retriesAllowed
    if (retried.length > 0) {
      const verdict = hasTooMany ? `more than the ${retriesAllowed} allowed` : `${retriesAllowed} allowed`
      console.log(`\nPassed only on the second try (${retried.length}, ${verdict}):`)
      for (const line of retried) console.log(`  ${line}`)
    }
    return {
      passed: stats.expected + (hasTooMany ? 0 : retried.length),
      failed: stats.unexpected + (hasTooMany ? retried.length : 0),
    }
  })
}

/** The total duration of the tests of a suite and its nested suites. Several ran in parallel. */
function sumDurations({ suites = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const sum = { ms: 0, tests: results.length }
  for (const { duration } of results) sum.ms += duration
  for (const nested of suites.map(sumDurations)) {
    sum.ms += nested.ms
    sum.tests += nested.tests
  }
  return sum
}

/**
 * Lists the tests of a suite and its nested suites that failed ("unexpected") or passed on a retry ("flaky"), each with
 * the first line of the error.
 */
function listTests({ file, suites = [], specs = [] }, outcome) {
  const own = specs.flatMap(({ title, line, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ projectName, results }) =>
        withReason(`[${projectName}] ${file}:${line} ${title}`, results[0].error?.message),
      ),
  )
  return [...own, ...suites.flatMap((suite) => listTests(suite, outcome))]
}

function recordFailure(part, title, message) {
  failures.push({ part, line: withReason(title, message) })
}

function withReason(title, message) {
  const [reason] = stripVTControlCharacters(message ?? '').split('\n')
  return reason ? `${title}: ${reason}` : title
}

/** A runner that failed without a failed test (a crash, no test found) counts as one failure. */
function addCounts(report, code, read) {
  const counted = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 }
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  total.passed += counted.passed
  total.failed += counted.failed
  return counted
}

function printSlowest() {
  if (files.length < 2) return
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown)
  console.log(`\nSlowest of ${files.length} test files:`)
  for (const { part, file, ms, tests } of slowest)
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s ${String(tests).padStart(4)} tests  ${part.padEnd(9)} ${file}`)
}

function printFailures() {
  if (failures.length > 0) console.log('\nFailed:')
  for (const { part, line } of failures) console.log(`  ${part} ${line}`)
}

/** Runs the first start unless it has been run. Returns its data folder. */
async function getFirstStart() {
  const code = await spawnNode([join(root, 'tests/first-start.ts'), firstStartFolder])
  if (code !== 0) throw new Error('The first start failed.')
  return firstStartFolder
}

function run(command, args, environment) {
  return spawnNode([join(root, 'node_modules/.bin', command), ...args], environment)
}

function spawnNode(args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(findNode(), args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        // Tests never use the settings of a real installation.
        ENV_FILE: '/dev/null',
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
        FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
        ...environment,
      },
    })
    keepUntilExit(child)
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function installSystemPackages() {
  const child = spawn(process.execPath, [join(root, 'scripts/system-packages.mjs')], {
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  keepUntilExit(child)
  return new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
}

function keepUntilExit(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
}

/**
 * The processor time of all processes that this one has started and that have ended. Elapsed time depends on what else
 * the machine does, this hardly. Only Linux counts it; elsewhere it is 0.
 */
function readProcessorSeconds() {
  if (!existsSync('/proc/self/stat')) return 0
  // The name in parentheses may contain spaces. Field 3 follows it; fields 16 and 17 are the ticks of ended children.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
  const ticksPerSecond = 100
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

function seconds(from) {
  return ((Date.now() - from) / 1000).toFixed(1)
}
