// Prepares a clone for `npm start` and `npm test`: installs the packages of the lock file and builds the sources, each
// only when something changed. Uses only Node's built-in modules, and runs under any Node from 20 on.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPlatformProblem, readPlatform } from './supported-platform.mjs'

const root = join(fileURLToPath(import.meta.url), '../..')
/** Has its own package.json, so that only benches install its packages, which would be a third of the total size. */
const benchTools = join(root, 'bench/tools')
const sources = ['app', 'domain', 'kernel', 'live', 'platform', 'public', 'server']
const sourceFiles = [
  'package-lock.json',
  'react-router.config.ts',
  'scripts/inline-icons.ts',
  'scripts/inline-script.ts',
  'scripts/licences.ts',
  'scripts/shipped-packages.ts',
  'scripts/trim-preload.ts',
  'scripts/trim-router.ts',
  'tsconfig.json',
  'vite.config.ts',
]

export async function setUp({ build = false, bench = false }) {
  const problem = findPlatformProblem(readPlatform())
  if (problem) throw new Error(problem)
  await withLock(async () => {
    await install(root)
    if (bench) await install(benchTools)
    if (build) await buildIfChanged()
  })
}

/** The Node that npm installed; it may be newer than the system's. */
export function findNode() {
  const installed = join(root, 'node_modules/.bin/node')
  return existsSync(installed) ? installed : process.execPath
}

async function install(folder) {
  const installStamp = join(folder, 'node_modules/.installed')
  const lockHash = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === lockHash) return
  log('Installing packages')
  const npm = process.env.npm_execpath
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const flags = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  if (folder !== root) flags.push('--prefix', folder)
  await run(command, [...first, ...flags], {}, 'The packages could not be installed; see the output above.')
  writeFileSync(installStamp, lockHash)
}

async function buildIfChanged() {
  const sourcesHash = hashSources()
  const stamp = join(root, 'build/.sources')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash) return
  log('Building')
  const newBuild = join(root, 'build-next')
  rmSync(newBuild, { recursive: true, force: true })
  const cli = join(root, 'node_modules/.bin/react-router')
  const environment = { NODE_ENV: 'production', BUILD_DIRECTORY: 'build-next' }
  await run(findNode(), [cli, 'build', '--logLevel', 'warn'], environment, 'The build failed; see the output above.')
  writeFileSync(join(newBuild, '.sources'), sourcesHash)
  rmSync(join(root, 'build'), { recursive: true, force: true })
  renameSync(newBuild, join(root, 'build'))
}

function hashSources() {
  const hash = createHash('sha256')
  const files = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  )
  for (const file of [...files, ...sourceFiles.map((name) => join(root, name))].toSorted()) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Serializes starts in one clone; ignores a lock whose owner has died. */
async function withLock(work) {
  const lock = join(root, '.set-up.lock')
  for (let wasLogged = false; ;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      break
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw new Error(`This folder cannot be written (${error.code}): ${root}`, { cause: error })
      }
      if (isStaleLock(lock)) rmSync(lock, { recursive: true, force: true })
      else if (!wasLogged) log('Waiting for another set-up of this clone')
      wasLogged = true
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', release)
  try {
    await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function isStaleLock(lock) {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    if (error.code === 'ESRCH') return true
    // The owner may be between creating the folder and writing its pid.
    return error.code === 'ENOENT' && existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 5_000
  }
}

function run(command, args, environment, failureText) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'development', ...environment },
    })
    child.once('error', (error) => reject(new Error(`${failureText} (${error.message})`)))
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(failureText))))
  })
}

const startedAt = Date.now()
function log(text) {
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${text}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await setUp({ build: process.argv.includes('--build'), bench: process.argv.includes('--bench') })
    writeFileSync(join(root, 'node_modules/.started-at'), String(startedAt))
  } catch (error) {
    console.error(`\n${error.message}`)
    process.exit(1)
  }
}
