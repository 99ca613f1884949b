import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { type Coturn, startCoturn } from '#tests/coturn.ts'
import { dataKeys, freePort, type Product, startProduct } from '#tests/product.ts'
import { type Redis, startRedis } from '#tests/redis.ts'

const configuration = join(import.meta.dirname, '../deploy/haproxy.cfg')
const bucket = 'samjhao'
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

export type Cluster = Awaited<ReturnType<typeof startCluster>>

type Options = {
  /** For all nodes, beyond what the cluster itself sets. */
  environment?: Record<string, string>
  /** Where people find it; free ones when nothing is said. */
  port?: number
  /** What is being started. */
  say?(step: string): void
}

/**
 * The product as it runs for many people, on this machine alone: three nodes behind HAProxy, one PostgreSQL, Redis, a store that speaks
 * S3, and coturn. Each part can be killed, stopped for a while and started again by itself.
 */
export async function startCluster({ environment = {}, port, say = () => undefined }: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-cluster-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    say('PostgreSQL')
    const postgres = await openPostgres(join(folder, 'database'))
    closers.push(() => postgres.stop())
    say('Redis, S3 and coturn')
    const redis: Redis = await startRedis()
    closers.push(() => redis.kill())
    const s3 = await openStore(join(folder, 'files'))
    closers.push(() => s3.stop())
    const coturn: Coturn = await startCoturn({ allowLoopback: true })
    closers.push(() => coturn.stop())

    const publicPort = port ?? (await freePort())
    const origin = `http://localhost:${publicPort}`
    const ports = [await freePort(), await freePort(), await freePort()]
    const settings = {
      DATABASE_URL: postgres.url,
      DATABASE_OWNER_URL: postgres.ownerUrl,
      REDIS_URL: redis.url,
      STORAGE: 's3',
      ...s3.settings,
      TURN_URLS: coturn.url,
      TURN_SECRET: coturn.secret,
      PUBLIC_ORIGIN: origin,
      TRUSTED_PROXIES: '127.0.0.1',
      PAYMENTS: 'demo',
      DATA_KEYS: dataKeys,
      ONE_NODE: 'false',
      DRAIN_SECONDS: '3',
      ...environment,
    }
    const startNode = async (at: number, more: Record<string, string> = {}): Promise<Product> => {
      const node = await startProduct(
        { ...settings, DATA_DIR: join(folder, `node-${at + 1}`), ...more },
        { port: ports[at] },
      )
      await node.ready
      return node
    }
    const nodes: Product[] = []
    // Those that are dead have ended.
    closers.push(() => Promise.all(nodes.map((node) => node.stop('SIGKILL'))))
    for (const at of ports.keys()) {
      say(`node ${at + 1} of ${ports.length}`)
      nodes.push(await startNode(at))
    }
    say('HAProxy')
    const proxy = await startProxy(publicPort, ports)
    closers.push(() => proxy.stop())
    return {
      origin,
      folder,
      settings,
      nodes,
      postgres,
      redis,
      coturn,
      stop,
      /** In the place of one that has ended. */
      async restartNode(at: number, more?: Record<string, string>): Promise<void> {
        nodes[at] = await startNode(at, more)
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A PostgreSQL that can be killed and comes back at the same address. */
async function openPostgres(dataDir: string) {
  const port = await freePort()
  const start = () => startEmbeddedPostgres({ dataDir, port, onUnexpectedExit: () => undefined })
  let server: EmbeddedPostgres = await start()
  const { url, ownerUrl } = server
  return {
    url,
    ownerUrl,
    async kill() {
      const pid = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 'SIGKILL')
    },
    stop: () => server.stop(),
    async restart() {
      await server.stop()
      server = await start()
    },
  }
}

async function openStore(directory: string) {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: () => server.close(),
  }
}

async function startProxy(port: number, ports: number[]) {
  const nodes = Object.fromEntries(ports.map((each, at) => [`NODE_${at + 1}`, `127.0.0.1:${each}`]))
  const child = spawn(findProxy(), ['-f', configuration, '-db'], {
    env: { BIND: `127.0.0.1:${port}`, ...nodes },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = once(child, 'exit').then(() => running.delete(child))
  const failed = ended.then(() => Promise.reject(new Error(`HAProxy ended: ${output}`)))
  failed.catch(() => undefined)
  await Promise.race([untilReady(`http://127.0.0.1:${port}/readyz`), failed])
  return {
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function untilReady(address: string): Promise<void> {
  for (;;) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function findProxy(): string {
  const found = spawnSync('which', ['haproxy'], { encoding: 'utf8' }).stdout.trim()
  if (found) return found
  throw new Error('HAProxy is needed: install it ("sudo apt-get install haproxy" on Debian).')
}
