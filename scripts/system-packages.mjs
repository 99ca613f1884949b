// Finds programs of Debian packages that tests and benchmarks need, or installs them where that needs no password. Uses
// only Node's built-in modules, because scripts/test.mjs runs before any npm package is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
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

/**
 * The virus scanner. Its package would start services that download 300 MB of signatures, so its files are only
 * unpacked, which needs no password. Where that fails, its test fails and explains what to do (`tests/clamd.ts`).
 */
export function ensureClamd() {
  if (findClamd() || !existsSync('/usr/bin/apt-get')) return
  if (!findDependency('clamav-daemon', 'libclamav')) updatePackageLists()
  const library = findDependency('clamav-daemon', 'libclamav')
  if (!library) return
  const packages = ['clamav-daemon', library, findDependency(library, 'libmspack')].filter(Boolean)
  console.log(`Unpacking ${packages.join(', ')} (Debian packages)`)
  unpackPackages(packages, unpackedClamd)
  const clamd = findClamd()
  // If other libraries are missing, the package of this library is installed with its dependencies. It contains no
  // service.
  if (clamd && spawnSync(clamd.path, ['--help'], { env: clamd.env }).status !== 0) installPackage(library)
}

const unpackedFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'samjhao-tests')
const unpackedClamd = join(unpackedFolder, 'clamd')

/** The program and its environment, or nothing where it is missing. */
export function findClamd() {
  const path = [which('clamd'), '/usr/sbin/clamd'].find((each) => each && existsSync(each))
  if (path) return { path, env: process.env }
  const unpacked = join(unpackedClamd, 'usr/sbin/clamd')
  if (!existsSync(unpacked)) return undefined
  const libraries = join(unpackedClamd, 'usr/lib')
  const folders = readdirSync(libraries).map((name) => join(libraries, name))
  return { path: unpacked, env: { ...process.env, LD_LIBRARY_PATH: folders.join(':') } }
}

/** The load balancer of several nodes; `tests/cluster.ts` explains what to do where it is missing. */
export function ensureProxy() {
  if (!which('haproxy')) installPackage('haproxy')
}

/**
 * The other load balancer, and the program that checks alert rules. Their packages would start servers, so their files
 * are only unpacked, which needs no password. Where that fails, their tests explain what to do (`tests/nginx.ts`,
 * `tests/promtool.ts`).
 */
export const ensureNginx = () => ensureUnpacked('nginx', 'nginx', 'usr/sbin/nginx')
export const findNginx = () => findProgram('nginx', 'usr/sbin/nginx')
export const ensurePromtool = () => ensureUnpacked('promtool', 'prometheus', 'usr/bin/promtool')
export const findPromtool = () => findProgram('promtool', 'usr/bin/promtool')

function ensureUnpacked(name, debianPackage, path) {
  if (findProgram(name, path) || !existsSync('/usr/bin/apt-get')) return
  console.log(`Unpacking ${debianPackage} (Debian package)`)
  updatePackageLists()
  unpackPackages([debianPackage], join(unpackedFolder, name))
}

/** The path of the program, installed or unpacked, or nothing where it is missing. */
function findProgram(name, path) {
  return [which(name), `/${path}`, join(unpackedFolder, name, path)].find((each) => each && existsSync(each))
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
  if (!mayInstall()) return
  console.log(`Installing ${name} (Debian package)`)
  updatePackageLists()
  runAptAsRoot(['install', '-y', name])
}

/** Once per process. */
function updatePackageLists() {
  if (hasUpdated || !mayInstall()) return
  runAptAsRoot(['update'])
  hasUpdated = true
}

function mayInstall() {
  return existsSync('/usr/bin/apt-get') && (isRoot || spawnSync('sudo', ['-n', 'true']).status === 0)
}

function runAptAsRoot(args) {
  const sudo = isRoot ? [] : ['sudo', '-n']
  const [command, ...first] = [...sudo, 'apt-get', '-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1']
  spawnSync(command, [...first, ...args], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000 })
}

/** Finds the dependency of a package by the beginning of its name, because a version may follow in the name. */
function findDependency(name, beginning) {
  const { stdout } = spawnSync('apt-cache', ['depends', name], { encoding: 'utf8' })
  return stdout?.match(new RegExp(`Depends: (${beginning}\\S*)`))?.[1]
}

/** Other processes see either all files or none. */
function unpackPackages(names, folder) {
  mkdirSync(dirname(folder), { recursive: true })
  const temporary = mkdtempSync(`${folder}-`)
  const run = (command, args) =>
    spawnSync(command, args, { cwd: temporary, stdio: ['ignore', 'ignore', 'inherit'], timeout: 180_000 }).status === 0
  try {
    if (!run('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', 'download', ...names])) return
    const isUnpacked = readdirSync(temporary).every((file) => run('dpkg-deb', ['-x', file, 'root']))
    if (isUnpacked && !existsSync(folder)) renameSync(join(temporary, 'root'), folder)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

// `npm test` runs this file in the background, because downloads take a minute and need little CPU time.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureTurnserver()
  ensureRedis()
  ensureProxy()
  ensureClamd()
  ensureNginx()
  ensurePromtool()
  findChromium()
  findWholeChromium()
}
