import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDisk, type Disk } from '#tests/faults/disk.ts'
import { isAlive, postgresPid } from '#tests/product.ts'
import { type Cluster, type Postgres, startCluster, startPostgres } from '#tests/cluster.ts'
import { connectToCluster, type Fault, noHarm, type People, type Step, steps } from '#tests/faults/calls-under-fault.ts'

// Injects cluster faults in real time, with calls at every step, readers and payers.
let disk: Disk
let postgres: Postgres
let cluster: Cluster
let people: People

beforeAll(async () => {
  disk = await createDisk(1_000)
  postgres = await startPostgres(databaseDir())
  cluster = await startCluster({ postgres })
  people = await connectToCluster(cluster)
})
afterAll(async () => {
  await people?.close()
  await cluster?.stop()
  await postgres?.stop()
  await disk?.remove()
})

const databaseDir = () => join(disk.folder, 'database')

const node = (at: number) => {
  const found = cluster.nodes[at]
  if (!found) throw new Error(`no node ${at}`)
  return found
}

/** Two calls at each step. */
const everyStep = [...steps, ...steps]
/** Without the database nobody can join, so ringing or connecting calls would miss their deadline. */
const liveSteps: Step[] = ['live', 'live', 'live', 'interrupted', 'ending', 'ending']

/** Unbilled time includes up to four seconds in which the last proofs were in flight. */
const faultsOfNodes = [0, 1, 2].flatMap((at): Fault[] => [
  {
    name: `kill -9 of node ${at + 1}`,
    calls: everyStep,
    inject: () => node(at).stop('SIGKILL'),
    repair: () => cluster.restartNode(at),
    unbilledMaxSeconds: 12,
  },
  {
    name: `SIGTERM of node ${at + 1}`,
    calls: everyStep,
    inject: () => node(at).stop('SIGTERM'),
    repair: () => cluster.restartNode(at),
    unbilledMaxSeconds: 12,
  },
  {
    name: `node ${at + 1} frozen for 25 s`,
    calls: everyStep,
    async inject() {
      node(at).process.kill('SIGSTOP')
      await sleep(25_000)
      node(at).process.kill('SIGCONT')
    },
    unbilledMaxSeconds: 35,
  },
])

const clockAhead = join(import.meta.dirname, 'clock-ahead.mjs')

const faultsOfEngines: Fault[] = [
  {
    name: 'kill -9 of the database',
    calls: everyStep,
    async inject() {
      await postgres.kill()
      await postgres.restart()
    },
    unbilledMaxSeconds: 12,
  },
  {
    name: 'the database away for 60 s',
    calls: liveSteps,
    async inject() {
      await postgres.stop()
      await sleep(60_000)
      await postgres.restart()
    },
    unbilledMaxSeconds: 12,
  },
  {
    name: 'the database frozen for 25 s',
    calls: liveSteps,
    async inject() {
      await postgres.freeze()
      await sleep(25_000)
      await postgres.thaw()
    },
    unbilledMaxSeconds: 12,
  },
  {
    name: 'the disk of the database full for 15 s',
    calls: liveSteps,
    async inject() {
      const pid = await postgresPid({ dataDir: databaseDir() })
      await disk.fill(0)
      await sleep(15_000)
      await disk.empty()
      // PostgreSQL exits when it cannot write its log, and its supervisor restarts it.
      if (!isAlive(pid)) await postgres.restart()
    },
    unbilledMaxSeconds: 12,
  },
  {
    name: 'Redis killed, away for 10 s',
    calls: everyStep,
    async inject() {
      await cluster.redis.kill()
      await sleep(10_000)
      await cluster.redis.restart()
    },
    unbilledMaxSeconds: 20,
  },
  {
    name: 'Redis frozen for 10 s',
    calls: everyStep,
    async inject() {
      cluster.redis.pause()
      await sleep(10_000)
      cluster.redis.resume()
    },
    unbilledMaxSeconds: 20,
  },
  {
    name: 'a node joins whose clock is 120 s ahead',
    calls: everyStep,
    async inject() {
      await node(0).stop('SIGTERM')
      await cluster.restartNode(0, { NODE_OPTIONS: `--import ${clockAhead}` })
      await sleep(15_000)
    },
    async repair() {
      await node(0).stop('SIGTERM')
      await cluster.restartNode(0)
    },
    unbilledMaxSeconds: 12,
  },
]

test.each([...faultsOfNodes, ...faultsOfEngines])('$name', async (fault) => {
  const report = await people.runFault(fault)
  expect(report).toMatchObject(noHarm)
  expect(report.unbilledSeconds).toBeLessThan(fault.unbilledMaxSeconds)
})

test('a call whose sides both vanish ends automatically and is billed to the last proofs', async () => {
  const report = await people.loseBothSides()
  expect(report).toMatchObject(noHarm)
  expect(report.unbilledSeconds).toBeLessThan(5)
})
