import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { type Coturn, startCoturn } from '#tests/coturn.ts'
import { startHaproxy } from '#tests/haproxy.ts'
import { freePort } from '#scripts/free-port.mjs'
import { dataKeys, readPostgresPid, type Product, startProduct } from '#tests/product.ts'
import { type Redis, startRedis } from '#tests/redis.ts'

const configuration = join(import.meta.dirname, '../deploy/haproxy.cfg')
const bucket = 'samjhao'

export type Cluster = Awaited<ReturnType<typeof startCluster>>

type Options = {
  /** Extra environment variables for all nodes. */
  environment?: Record<string, string>
  /** The public port. Defaults to a free port. */
  port?: number
  /** Further local addresses to listen on, besides loopback. */
  addresses?: string[]
  /** A database that is already running. By default the cluster starts one and stops it. */
  postgres?: Pick<Postgres, 'url' | 'ownerUrl'>
  /** Reports which part is being started. */
  report?(step: string): void
}

/**
 * Starts a full deployment on this machine: three nodes behind HAProxy, one PostgreSQL, Redis, an S3-compatible store,
 * and coturn. Each part can be killed, paused and restarted separately.
 */
export async function startCluster({
  environment = {},
  port,
  addresses = [],
  postgres: givenPostgres,
  report = () => undefined,
}: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-cluster-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    let postgres = givenPostgres
    if (!postgres) {
      report('PostgreSQL')
      const started = await startPostgres(join(folder, 'database'))
      closers.push(started.stop)
      postgres = started
    }
    report('Redis, S3 and coturn')
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
    const nodes: Product[] = []
    const startNode = async (
      index: number,
      overrides: Record<string, string> = {},
      sources?: string,
    ): Promise<void> => {
      const node = await startProduct(
        { ...settings, DATA_DIR: join(folder, `node-${index + 1}`), ...overrides },
        { port: ports[index], sources },
      )
      nodes[index] = node
      await node.ready
    }
    // Stopping a node that has already exited is harmless.
    closers.push(() => Promise.all(nodes.map((node) => node.stop('SIGKILL'))))
    report('the first node')
    // It migrates the database, so that the others can start together.
    await startNode(0)
    report('the other nodes')
    await Promise.all([startNode(1), startNode(2)])
    report('HAProxy')
    const proxy = await startHaproxy(configuration, {
      BIND: ['127.0.0.1', ...addresses].map((address) => `${address}:${publicPort}`).join(','),
      ...Object.fromEntries(ports.map((each, index) => [`NODE_${index + 1}`, `127.0.0.1:${each}`])),
    })
    closers.push(() => proxy.stop())
    await waitUntilReady(`${origin}/readyz`)
    return {
      origin,
      folder,
      settings,
      nodes,
      redis,
      coturn,
      stop,
      /** Replaces a stopped node, with another version when `sources` is given. */
      restartNode: startNode,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Postgres = Awaited<ReturnType<typeof startPostgres>>

/** Starts a PostgreSQL that can be killed and restarted at the same address. */
export async function startPostgres(dataDir: string) {
  const port = await freePort()
  const start = () => startEmbeddedPostgres({ dataDir, port, onUnexpectedExit: () => undefined })
  let server: EmbeddedPostgres = await start()
  const { url, ownerUrl, superuserUrl } = server
  /** Signals the postmaster first, so that it cannot start another process in the meantime. */
  const signal = async (name: NodeJS.Signals) => {
    const pid = await readPostgresPid({ dataDir })
    process.kill(pid, name)
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    for (const child of children.trim().split('\n')) process.kill(Number(child), name)
  }
  return {
    url,
    ownerUrl,
    superuserUrl,
    kill: async () => void process.kill(await readPostgresPid({ dataDir }), 'SIGKILL'),
    /** Freezes the server without closing connections, like a machine that hangs. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
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

async function waitUntilReady(url: string): Promise<void> {
  for (;;) {
    if ((await fetch(url).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
