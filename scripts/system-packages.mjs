// Finds programs of Debian packages that tests and benchmarks need, or installs them where that needs no password. Uses
// only Node's built-in modules, because scripts/test.mjs runs before any npm package is installed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Preferred, because it needs a third of the CPU time of the whole browser. */
const headlessShell = 'chromium-headless-shell'
const browsers = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const isRoot = process.getuid?.() === 0
let hasUpdated = false

export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const find = () => browsers.map(which).find(Boolean)
  // Where another browser exists, the shell is installed only as root, for example in a container.
  if (!find() || (isRoot && !which(headlessShell))) installPackage(headlessShell)
  if (!find()) installPackage('chromium')
  const found = find()
  if (found) return found
  throw new Error(
    `Chromium is needed: install it ("sudo apt-get install ${headlessShell}" on Debian), or set CHROMIUM_PATH.`,
  )
}

/**
 * Only the whole browser supports notifications. Returns undefined where it cannot be installed; the tests that need it
 * then fail.
 */
export function findWholeChromium() {
  if (process.env.WHOLE_CHROMIUM_PATH) return process.env.WHOLE_CHROMIUM_PATH
  const find = () =>
    browsers
      .filter((name) => name !== headlessShell)
      .map(which)
      .find(Boolean)
  if (!find()) installPackage('chromium')
  return find()
}

/** The relay for calls. Where it cannot be installed, its tests fail and explain what to do (`tests/coturn.ts`). */
export function ensureTurnserver() {
  if (!process.env.TURNSERVER_PATH && !which('turnserver')) installPackage('coturn')
}

/** The alternative bus. Where it cannot be installed, its tests fail and explain what to do (`tests/redis.ts`). */
export function ensureRedis() {
  if (!which('redis-server') && !which('valkey-server')) installPackage('redis-server')
}

/** The load balancer of several nodes; `tests/cluster.ts` explains what to do where it is missing. */
export function ensureProxy() {
  if (!which('haproxy')) installPackage('haproxy')
}

/** The optional database pooler; `tests/faults/pooler.fault.ts` explains what to do where it is missing. */
export function ensurePooler() {
  if (!which('pgbouncer') && !existsSync('/usr/sbin/pgbouncer')) installPackage('pgbouncer')
}

/** Tools that make networks lossy and slow in `tests/faults/networks.fault.ts`. */
export function ensureNetworkTools() {
  if (!which('nft')) installPackage('nftables')
  if (!which('tc')) installPackage('iproute2')
}

/** The scanners of `npm run attack`, which reports a scanner that cannot be installed. */
export const ensureWapiti = () => ensureProgram('wapiti')
export const ensureSqlmap = () => ensureProgram('sqlmap')

function ensureProgram(name) {
  if (!which(name)) installPackage(name)
  return which(name)
}

function which(name) {
  return spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim()
}

/** Installs a Debian package, as root or with passwordless sudo. Does nothing elsewhere. */
function installPackage(name) {
  const sudo = isRoot ? [] : ['sudo', '-n']
  if (!existsSync('/usr/bin/apt-get') || (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0)) return
  console.log(`Installing ${name} (Debian package)`)
  const [command, ...first] = [...sudo, 'apt-get', '-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1']
  for (const args of [...(hasUpdated ? [] : [['update']]), ['install', '-y', name]])
    spawnSync(command, [...first, ...args], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000 })
  hasUpdated = true
}

// `npm test` runs this file in the background, because downloads take a minute and need little of a processor.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureTurnserver()
  ensureRedis()
  ensureProxy()
  findChromium()
  findWholeChromium()
}
