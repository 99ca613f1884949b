import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startPostgres } from '#tests/cluster.ts'
import { type Fault, noHarm } from '#tests/faults/calls-under-fault.ts'
import { useCluster } from '#tests/faults/use-cluster.ts'

// The fastest faults. `npm run test:faults` runs all of them.
const fixture = useCluster(async (stopLater) => {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-faults-'))
  stopLater(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startPostgres(folder)
  stopLater(postgres.stop)
  return { postgres }
})

/** HAProxy notices that no node is ready after this many failed checks, each with its interval and its timeout. */
const [, checkSeconds, everySeconds, failures] =
  /timeout check (\d+)s\s+default-server check inter (\d+)s fall (\d+)/.exec(
    readFileSync('deploy/haproxy.cfg', 'utf8'),
  ) ?? []
const noticedWithinMs = Number(failures) * (Number(checkSeconds) + Number(everySeconds)) * 1_000
const calls = ['live', 'live', 'live', 'connecting', 'ending'] as const
const faults: Fault[] = [
  {
    name: 'kill -9 of the database',
    calls,
    async inject() {
      await fixture.postgres.kill()
      await fixture.postgres.restart()
    },
    unbilledMaxSeconds: 30,
    talkMs: 3_000,
  },
  {
    name: 'kill -9 of a node',
    calls,
    inject: async () => fixture.cluster.nodes[0]?.stop('SIGKILL'),
    repair: () => fixture.cluster.restartNode(0),
    unbilledMaxSeconds: 30,
    talkMs: 3_000,
  },
]

test.each(faults)('three nodes: $name loses no call and no payment', async (fault) => {
  const report = await fixture.people.runFault(fault)
  expect(report).toMatchObject(noHarm)
  expect(report.unbilledSeconds).toBeLessThan(fault.unbilledMaxSeconds)
})

test('nodes serve an error page without the database, and HAProxy serves one without nodes', async () => {
  const readHeading = async (path: string) => {
    const response = await fetch(fixture.cluster.origin + path)
    return `${response.status} ${/<h1[^>]*>([^<]*)/.exec(await response.text())?.[1]}`
  }
  const isReady = async ({ origin }: { origin: string }) => (await fetch(`${origin}/readyz`)).ok
  expect(noticedWithinMs).toBeGreaterThan(0)
  await fixture.postgres.kill()
  await expect.poll(() => Promise.all(fixture.cluster.nodes.map(isReady))).toEqual([false, false, false])
  for (const until = performance.now() + noticedWithinMs; performance.now() < until; await sleep(250)) {
    expect(await readHeading('/experts?q=chess')).toBe('503 Find Your Expert')
    expect((await fetch(`${fixture.cluster.origin}/favicon.svg`)).status).toBe(200)
  }
  await Promise.all(fixture.cluster.nodes.map((node) => node.stop('SIGKILL')))
  await expect.poll(() => readHeading('/experts')).toBe('503 This site is temporarily unavailable.')
})
