import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, type Postgres, startCluster, startPostgres } from '#tests/cluster.ts'
import { connectToCluster, type Fault, noHarm, type People } from '#tests/faults/calls-under-fault.ts'

// The fastest faults; `npm run test:faults` runs all of them.
let folder: string
let postgres: Postgres
let cluster: Cluster
let people: People

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-faults-'))
  postgres = await startPostgres(folder)
  cluster = await startCluster({ postgres })
  people = await connectToCluster(cluster)
})
afterAll(async () => {
  await people?.close()
  await cluster?.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Longer than HAProxy needs to take all nodes out. */
const noticedWithinMs = 5_000
const calls = ['live', 'live', 'live', 'connecting', 'ending'] as const
const faults: Fault[] = [
  {
    name: 'kill -9 of the database',
    calls,
    async inject() {
      await postgres.kill()
      await postgres.restart()
    },
    unbilledMaxSeconds: 30,
    talkMs: 3_000,
  },
  {
    name: 'kill -9 of a node',
    calls,
    inject: async () => cluster.nodes[0]?.stop('SIGKILL'),
    repair: () => cluster.restartNode(0),
    unbilledMaxSeconds: 30,
    talkMs: 3_000,
  },
]

test.each(faults)('three nodes: $name loses no call and no payment', async (fault) => {
  const report = await people.runFault(fault)
  expect(report).toMatchObject(noHarm)
  expect(report.unbilledSeconds).toBeLessThan(fault.unbilledMaxSeconds)
})

test('without the database nodes serve an error page, and without nodes HAProxy serves one', async () => {
  const heading = async (path: string) => {
    const response = await fetch(cluster.origin + path)
    return `${response.status} ${/<h1[^>]*>([^<]*)/.exec(await response.text())?.[1]}`
  }
  const isReady = async ({ origin }: { origin: string }) => (await fetch(`${origin}/readyz`)).ok
  await postgres.kill()
  await expect.poll(() => Promise.all(cluster.nodes.map(isReady))).toEqual([false, false, false])
  // HAProxy checks every second, so within this time it knows that no node is ready.
  for (const until = performance.now() + noticedWithinMs; performance.now() < until; await sleep(250)) {
    expect(await heading('/experts?q=chess')).toBe('503 Find Your Expert')
    expect((await fetch(`${cluster.origin}/favicon.svg`)).status).toBe(200)
  }
  await Promise.all(cluster.nodes.map((node) => node.stop('SIGKILL')))
  await expect.poll(() => heading('/experts')).toBe('503 This site is temporarily unavailable.')
})
