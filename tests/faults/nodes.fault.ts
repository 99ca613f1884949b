import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startPostgres } from '#tests/cluster.ts'
import { type Fault, noHarm, type Step, steps } from '#tests/faults/calls-under-fault.ts'
import { createDisk } from '#tests/faults/disk.ts'
import { useCluster } from '#tests/faults/use-cluster.ts'
import { isAlive, readPostgresPid } from '#tests/product.ts'

// Injects cluster faults in real time, with calls at every step, readers and payers.
const fixture = useCluster(async (stopLater) => {
  const disk = await createDisk(1_000)
  stopLater(disk.remove)
  const databaseDir = join(disk.folder, 'database')
  const postgres = await startPostgres(databaseDir)
  stopLater(postgres.stop)
  return { disk, databaseDir, postgres }
})

const getNode = (index: number) => {
  const found = fixture.cluster.nodes[index]
  if (!found) throw new Error(`no node ${index}`)
  return found
}

/** Two calls at each step. */
const everyStep = [...steps, ...steps]
/** Without the database no one can join, so ringing and connecting calls would miss their deadline. */
const liveSteps: Step[] = ['live', 'live', 'live', 'interrupted', 'ending', 'ending']

/** Unbilled time includes up to four seconds in which the last media beats were in flight. */
const nodeFaults = [0, 1, 2].flatMap((index): Fault[] => [
  {
    name: `kill -9 of node ${index + 1}`,
    calls: everyStep,
    inject: () => getNode(index).stop('SIGKILL'),
    repair: () => fixture.cluster.restartNode(index),
    unbilledMaxSeconds: 12,
  },
  {
    name: `SIGTERM of node ${index + 1}`,
    calls: everyStep,
    inject: () => getNode(index).stop('SIGTERM'),
    repair: () => fixture.cluster.restartNode(index),
    unbilledMaxSeconds: 12,
  },
  {
    name: `node ${index + 1} frozen for 25 s`,
    calls: everyStep,
    async inject() {
      getNode(index).process.kill('SIGSTOP')
      await sleep(25_000)
      getNode(index).process.kill('SIGCONT')
    },
    unbilledMaxSeconds: 35,
  },
])

const clockAhead = join(import.meta.dirname, 'clock-ahead.mjs')

const serviceFaults: Fault[] = [
  {
    name: 'kill -9 of the database',
    calls: everyStep,
    async inject() {
      await fixture.postgres.kill()
      await fixture.postgres.restart()
    },
    unbilledMaxSeconds: 12,
  },
  {
    name: 'the database unavailable for 60 s',
    calls: liveSteps,
    async inject() {
      await fixture.postgres.stop()
      await sleep(60_000)
      await fixture.postgres.restart()
    },
    unbilledMaxSeconds: 12,
  },
  {
    name: 'the database frozen for 25 s',
    calls: liveSteps,
    async inject() {
      await fixture.postgres.freeze()
      await sleep(25_000)
      await fixture.postgres.thaw()
    },
    unbilledMaxSeconds: 12,
  },
  {
    name: 'the disk of the database full for 15 s',
    calls: liveSteps,
    async inject() {
      const pid = await readPostgresPid({ dataDir: fixture.databaseDir })
      await fixture.disk.fill(0)
      await sleep(15_000)
      await fixture.disk.empty()
      // PostgreSQL exits when it cannot write its log, and its supervisor restarts it.
      if (!isAlive(pid)) await fixture.postgres.restart()
    },
    unbilledMaxSeconds: 12,
  },
  {
    name: 'Redis killed, unavailable for 10 s',
    calls: everyStep,
    async inject() {
      await fixture.cluster.redis.kill()
      await sleep(10_000)
      await fixture.cluster.redis.restart()
    },
    unbilledMaxSeconds: 20,
  },
  {
    name: 'Redis frozen for 10 s',
    calls: everyStep,
    async inject() {
      fixture.cluster.redis.pause()
      await sleep(10_000)
      fixture.cluster.redis.resume()
    },
    unbilledMaxSeconds: 20,
  },
  {
    name: 'a node with a clock 120 s ahead joins',
    calls: everyStep,
    async inject() {
      await getNode(0).stop('SIGTERM')
      await fixture.cluster.restartNode(0, { NODE_OPTIONS: `--import ${clockAhead}` })
      await sleep(15_000)
    },
    async repair() {
      await getNode(0).stop('SIGTERM')
      await fixture.cluster.restartNode(0)
    },
    unbilledMaxSeconds: 12,
  },
]

test.each([...nodeFaults, ...serviceFaults])('$name', async (fault) => {
  const report = await fixture.people.runFault(fault)
  expect(report).toMatchObject(noHarm)
  expect(report.unbilledSeconds).toBeLessThan(fault.unbilledMaxSeconds)
})

test('a call ends automatically when both sides vanish, and is billed until the last media beats', async () => {
  const report = await fixture.people.loseBothSides()
  expect(report).toMatchObject(noHarm)
  expect(report.unbilledSeconds).toBeLessThan(5)
})
