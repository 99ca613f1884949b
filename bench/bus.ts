import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median, medianRatio, publish, report, table } from '#bench/figures.ts'
import { connectBus } from '#platform/bus/postgres-notify.ts'
import type { Bus } from '#platform/bus/port.ts'
import { connectRedisBus } from '#platform/bus/redis.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { startRedis } from '#tests/redis.ts'

// Compares both buses between several nodes while transactions commit: maximum messages per second, latency of an
// occasional message, and the remaining commit rate. Each message is for one topic of one other node, like a heartbeat
// or a signal.
// Usage: npm run bench:bus [-- nodes]
const nodes = Number(process.argv[2] ?? 4)
const topicsPerNode = 200
const rounds = 3
const secondsEach = 3
const inFlight = 50
const calmPerSecond = 100
const moneyClients = 8

type Kind = 'notify' | 'redis'
type Measured = { passed: number; late: number[]; commits: number; commitsAlone: number; cpu: number }

const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: console.error })
const redis = await startRedis()
const pool = new pg.Pool({ connectionString: postgres.url, max: 20 })
const owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: moneyClients })
const log = { warn: console.log } as never
await owner.query('create table commits (id uuid primary key, note text)')

const connect: Record<Kind, () => Promise<Bus>> = {
  notify: () => connectBus({ url: postgres.url, pool, log }),
  redis: () => connectRedisBus({ url: redis.url, log }),
}

try {
  const all: Record<Kind, Measured[]> = { notify: [], redis: [] }
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['notify', 'redis'] as const) all[kind].push(await measure(kind))
  await publishResults(all)
} finally {
  await pool.end()
  await owner.end()
  await postgres.stop()
  await redis.kill()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(kind: Kind): Promise<Measured> {
  const buses = await Promise.all(Array.from({ length: nodes }, () => connect[kind]()))
  const late: number[] = []
  const counters = { count: 0 }
  for (const [node, bus] of buses.entries())
    for (let topic = 0; topic < topicsPerNode; topic += 1)
      bus.subscribe(`${node}:${topic}`, (payload) => {
        counters.count += 1
        if (payload) late.push(performance.now() - Number(payload))
      })
  await Promise.all(buses.map((bus) => bus.subscribed()))
  const publishFrom = (from: number, payload: string) => {
    const to = (from + 1 + Math.floor(Math.random() * (nodes - 1))) % nodes
    return buses[from]?.publish(`${to}:${Math.floor(Math.random() * topicsPerNode)}`, payload)
  }

  const [commitsAlone] = await Promise.all([measureCommits(), sleep(secondsEach * 1_000)])
  const calm = runFor(async (until) => {
    for (let at = performance.now(); at < until; at += 1_000 / calmPerSecond / nodes) {
      await sleep(Math.max(0, at - performance.now()))
      void publishFrom(Math.floor(Math.random() * nodes), String(performance.now()))
    }
  })
  const [commits] = await Promise.all([measureCommits(), calm])
  const arrived = late.splice(0)

  counters.count = 0
  const cpuBefore = process.cpuUsage()
  await runFor((until) =>
    Promise.all(
      Array.from({ length: nodes * inFlight }, async (_, publisher) => {
        while (performance.now() < until) await publishFrom(publisher % nodes, '')
      }),
    ),
  )
  const { user, system } = process.cpuUsage(cpuBefore)
  const passed = counters.count
  await Promise.all(buses.map((bus) => bus.close()))
  return { passed: passed / secondsEach, late: arrived, commits, commitsAlone, cpu: (user + system) / passed }
}

async function runFor(work: (untilMs: number) => Promise<unknown>): Promise<void> {
  await work(performance.now() + secondsEach * 1_000)
}

/** Returns the durable commits per second by several clients. */
async function measureCommits(): Promise<number> {
  let done = 0
  await runFor((until) =>
    Promise.all(
      Array.from({ length: moneyClients }, async () => {
        while (performance.now() < until) {
          await owner.query('insert into commits values ($1, $2)', [randomUUID(), 'paid'])
          done += 1
        }
      }),
    ),
  )
  return done / secondsEach
}

async function publishResults({ notify, redis: redisResults }: Record<Kind, Measured[]>): Promise<void> {
  const quantile = (all: Measured[], share: number) => {
    const late = all.flatMap((each) => each.late).toSorted((a, b) => a - b)
    return late[Math.floor(late.length * share)] ?? Number.NaN
  }
  const row = (name: string, all: Measured[]) => [
    name,
    median(all.map(({ passed }) => passed)).toFixed(0),
    median(all.map(({ cpu }) => cpu)).toFixed(0),
    `${quantile(all, 0.5).toFixed(1)} / ${quantile(all, 0.99).toFixed(1)}`,
    keptShare(all).toFixed(2),
  ]
  const keptShare = (all: Measured[]) =>
    medianRatio(
      all.map(({ commits }) => commits),
      all.map(({ commitsAlone }) => commitsAlone),
    )
  const passed = (all: Measured[]) => all.map((each) => each.passed)
  const ratio = medianRatio(passed(redisResults), passed(notify))
  report({
    figure: 'messages a second over Redis, of those over NOTIFY',
    value: ratio,
    unit: 'ratio',
    better: 'higher',
  })
  report({
    figure: 'commits kept beside Redis',
    value: keptShare(redisResults),
    unit: 'ratio',
    better: 'higher',
    goal: 0.9,
  })
  report({ figure: 'commits kept beside NOTIFY', value: keptShare(notify), unit: 'ratio', better: 'higher' })
  await publish(
    'bus',
    [
      `# Bus, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}, everything on one machine`,
      '',
      `\`npm run bench:bus\`. ${nodes} nodes in one process, ${topicsPerNode} topics each; a message is for one topic of one other node. First ${calmPerSecond} messages a second from each node, while ${moneyClients} clients commit; then as many messages as possible (${inFlight} in flight from each node). Medians of ${rounds} alternating rounds, ${secondsEach} s each.`,
      '',
      '```',
      table(
        ['', 'messages a second', 'µs CPU of the nodes each', 'late ms p50 / p99', 'commits beside it, of those alone'],
        [row('NOTIFY', notify), row('Redis', redisResults)],
      ),
      '```',
      '',
      `Redis carries ${ratio.toFixed(1)} times as many messages.`,
      '',
    ].join('\n'),
  )
}
