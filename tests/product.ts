import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newDataKey } from '#platform/sealing/aes-gcm.ts'
import { freePort } from '#scripts/free-port.mjs'
import { compileCache } from '#tests/compile-cache.ts'

export type Product = {
  origin: string
  port: number
  dataDir: string
  process: ChildProcess
  output(): string
  /** Resolves when the output contains this text, rejects when the product exits first. */
  printed(text: string): Promise<void>
  /** Resolves when the product has served its first page, rejects with its output when it exits first. */
  ready: Promise<void>
  exited: Promise<{ code: number | null; ms: number }>
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>
}

/** Data keys for commands that run beside the product. */
export const dataKeys = newDataKey()

const root = join(import.meta.dirname, '..')
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Starts the product in a separate process, as `npm start` does after set-up. */
export async function startProduct(
  environment: Record<string, string> = {},
  { args = [], port, sources = root }: { args?: string[]; port?: number; sources?: string } = {},
): Promise<Product> {
  const usedPort = port ?? (await freePort())
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'samjhao-product-')))
  const startedAtMs = Date.now()
  const child = spawn(process.execPath, ['server/main.ts', ...args], {
    cwd: sources,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: compileCache,
      LOG_LEVEL: 'info',
      ENV_FILE: '/dev/null',
      PORT: String(usedPort),
      DATA_DIR: dataDir,
      // An external database needs these settings too.
      ...(environment.DATABASE_URL && { DATA_KEYS: dataKeys, ONE_NODE: 'true' }),
      ...environment,
    },
  })
  running.add(child)
  let output = ''
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, ms: Date.now() - startedAtMs }
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
      child.emit('printed')
    })
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const checkOutput = () => {
        if (output.includes(text)) resolve()
      }
      checkOutput()
      child.on('printed', checkOutput)
      void exited.then(({ code }) => reject(new Error(`exited with ${code}: ${output}`)))
    })
  const ready = printed('First page served')
  ready.catch(() => undefined)
  return {
    origin: `http://127.0.0.1:${usedPort}`,
    port: usedPort,
    dataDir,
    process: child,
    output: () => output,
    printed,
    ready,
    exited,
    async stop(signal = 'SIGTERM') {
      const signalledAtMs = Date.now()
      child.kill(signal)
      const { code } = await exited
      return { code, ms: Date.now() - signalledAtMs }
    },
  }
}

let firstStartFolder: Promise<string> | undefined

/**
 * Returns the data folder of a first start, with the demo people and their history. A full test run creates it once.
 */
export function getFirstStartFolder(): Promise<string> {
  if (process.env.FIRST_START) return Promise.resolve(process.env.FIRST_START)
  return (firstStartFolder ??= makeFirstStart())
}

async function makeFirstStart(): Promise<string> {
  const product = await startProduct()
  process.once('exit', () => rmSync(product.dataDir, { recursive: true, force: true }))
  await product.ready
  await product.stop()
  return product.dataDir
}

/** Copies the data of a stopped product into a new folder beside it. */
export async function copyData(from: string): Promise<string> {
  const dataDir = await mkdtemp(`${from}-copy-`)
  // Node’s copy would change the file owner, and PostgreSQL does not run as root.
  execFileSync('cp', ['-a', `${from}/.`, dataDir])
  return dataDir
}

export async function removeData({ dataDir }: { dataDir: string }): Promise<void> {
  await rm(dataDir, { recursive: true, force: true }).catch(() => undefined)
}

/** Returns the owner URL of a running product’s embedded database. The owner may change tables. */
export async function readOwnerUrl(dataDir: string): Promise<string> {
  const url = new URL(await readFile(join(dataDir, 'database-url'), 'utf8'))
  const { owner } = JSON.parse(await readFile(join(dataDir, 'postgres.secrets.json'), 'utf8'))
  Object.assign(url, { username: 'samjhao', password: owner })
  return url.href
}

export async function readPostgresPid({ dataDir }: { dataDir: string }): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Whether a process is alive. Zombies, as in a container without an init process, do not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
