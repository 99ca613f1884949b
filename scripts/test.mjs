// The whole check of the product, or one part of it: `npm test`, `npm run test:unit`, `npm run test:e2e -- name`.
// Uses Node's own modules only, because on a fresh clone it is what installs the others.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { ownNode, setUp } from './set-up.mjs'

const root = join(fileURLToPath(import.meta.url), '../..')
const [only, ...rest] = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'samjhao-tests-'))
const startedAt = Date.now()
const isRoot = process.getuid?.() === 0

const parts = {
  format: () => check('oxfmt', ['--check']),
  lint: () => check('oxlint', rest),
  types: async () => (await check('react-router', ['typegen'])) && check('tsc', ['-p', '.']),
  unit: () => vitest('unit'),
  component: () => vitest('component'),
  db: () => vitest('db'),
  build: () => setUp({ build: true }),
  start: () => {
    ensureTurnserver()
    return vitest('start')
  },
  e2e: () => playwright(),
}
/** Parts that look at the built product. */
const needsBuild = new Set(['start', 'e2e'])
/**
 * One unlucky moment of a busy machine does not refuse everything, so a journey that failed is tried once more. Those that needed
 * it are named, and more of them than this are a fault of the suite or of the product.
 */
const secondTriesAllowed = 2
/** Chromium without a window does the same as the whole browser for a third of the work, so it is preferred. */
const windowless = 'chromium-headless-shell'
const browsers = [windowless, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const total = { passed: 0, failed: 0 }

try {
  if (only && !(only in parts))
    throw new Error(`There is no part "${only}"; the parts are ${Object.keys(parts).join(', ')}.`)
  await setUp({ build: needsBuild.has(only) })
  for (const name of only ? [only] : Object.keys(parts)) await runPart(name)
} catch (error) {
  console.error(error.message)
  total.failed += 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runPart(name) {
  const from = Date.now()
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)} ${seconds(startedAt)} s`)
  const result = await parts[name]().catch((error) => {
    console.error(error.message)
    return false
  })
  // A part that counts its tests has added them up itself; any other is one check.
  if (typeof result !== 'object') total[result === false ? 'failed' : 'passed'] += 1
  console.log(`── ${name}: ${result === false || result?.failed ? 'FAILED' : 'ok'} in ${seconds(from)} s`)
}

async function check(command, args) {
  return (await run(command, args)) === 0
}

async function vitest(project) {
  const report = join(scratch, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', ['run', '--project', project, ...reporters, ...rest])
  return count(report, code, (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }))
}

async function playwright() {
  const chromium = findChromium()
  ensureTurnserver()
  const report = join(scratch, 'e2e.json')
  const code = await run('playwright', ['test', ...rest], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    CHROMIUM_PATH: chromium,
    WHOLE_CHROMIUM_PATH: findWholeChromium() ?? '',
    E2E_SCRATCH: scratch,
    E2E_PORT: String(await freePort()),
    E2E_DEVELOPMENT_PORT: String(await freePort()),
  })
  return count(report, code, ({ stats, suites }) => {
    const again = suites.flatMap(listSecondTries)
    const tooMany = again.length > secondTriesAllowed
    if (again.length > 0) {
      const verdict = tooMany ? `more than the ${secondTriesAllowed} that may` : `${secondTriesAllowed} may`
      console.log(`\nPassed only at the second try (${again.length}, ${verdict}):`)
      for (const line of again) console.log(`  ${line}`)
    }
    return {
      passed: stats.expected + (tooMany ? 0 : again.length),
      failed: stats.unexpected + (tooMany ? again.length : 0),
    }
  })
}

/** The journeys of a suite, and of those within it, that failed before they passed, each with the first line of what was wrong. */
function listSecondTries({ file, suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, line, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName, results }) => {
        const [reason] = results[0].error?.message.split('\n') ?? []
        return `[${projectName}] ${file}:${line} ${title}${reason ? `: ${stripVTControlCharacters(reason)}` : ''}`
      }),
  )
  return [...own, ...suites.flatMap(listSecondTries)]
}

/** A runner that failed without a failed test (a crash, no test found) counts as one failure. */
function count(report, code, read) {
  const counted = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 }
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  total.passed += counted.passed
  total.failed += counted.failed
  return counted
}

function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const find = () => browsers.map(which).find(Boolean)
  // Beside another browser it is worth a package only on a machine that is ours alone, as a container is.
  if (!find() || (isRoot && !which(windowless))) installPackage(windowless)
  if (!find()) installPackage('chromium')
  const found = find()
  if (found) return found
  throw new Error(
    `The browser tests need Chromium: install it ("sudo apt-get install ${windowless}" on Debian), or set CHROMIUM_PATH.`,
  )
}

/** The relay for calls. Where it cannot be had, the tests that need one fail and say what to do (`tests/coturn.ts`). */
function ensureTurnserver() {
  if (!process.env.TURNSERVER_PATH && !which('turnserver')) installPackage('coturn')
}

/** For the few journeys with notifications, which the one without a window has not. Where it cannot be had, they fail and say so. */
function findWholeChromium() {
  if (process.env.WHOLE_CHROMIUM_PATH) return process.env.WHOLE_CHROMIUM_PATH
  const find = () =>
    browsers
      .filter((name) => name !== windowless)
      .map(which)
      .find(Boolean)
  if (!find()) installPackage('chromium')
  return find()
}

function which(name) {
  return spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim()
}

/** Debian's, where there is Debian and nobody has to be asked for a password. What cannot be had is done without. */
function installPackage(name) {
  const sudo = isRoot ? [] : ['sudo', '-n']
  if (!existsSync('/usr/bin/apt-get') || (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0)) return
  console.log(`Installing ${name} (Debian package)`)
  const [command, ...first] = [
    ...sudo,
    'apt-get',
    '-qq',
    '-o',
    'Acquire::http::Timeout=15',
    '-o',
    'Acquire::Retries=1',
  ]
  for (const args of [['update'], ['install', '-y', name]])
    spawnSync(command, [...first, ...args], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000 })
}

function run(command, args, environment = {}) {
  return new Promise((resolve, reject) => {
    const bin = join(root, 'node_modules/.bin')
    const child = spawn(ownNode(), [join(bin, command), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PATH: `${bin}:${process.env.PATH}`,
        FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
        ...environment,
      },
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function seconds(from) {
  return ((Date.now() - from) / 1000).toFixed(1)
}
