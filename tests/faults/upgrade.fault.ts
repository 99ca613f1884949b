import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, startBrowserCall } from '#tests/faults/browser-call.ts'
import { noHarm } from '#tests/faults/calls-under-fault.ts'
import { buildNextVersion } from '#tests/faults/next-build.ts'
import { useCluster } from '#tests/faults/use-cluster.ts'

const fixture = useCluster(async (stopLater) => {
  const next = await buildNextVersion()
  stopLater(next.remove)
  return { next }
})
let browser: Awaited<ReturnType<typeof launchBrowser>>
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

test('a rolling upgrade under 20 calls keeps video running, and pages of the old version work', async () => {
  const { cluster, people, next } = fixture
  const { origin } = cluster
  const { as } = people
  const calls = []
  for (let count = 0; count < 2; count += 1)
    calls.push(await startBrowserCall({ origin, as, browsers: { student: browser, expert: browser } }))
  const watches = calls.map((call) => call.watchFrames())
  const report = await people.runFault({
    name: 'rolling upgrade of all nodes',
    calls: Array.from({ length: 18 }, () => 'live' as const),
    async inject() {
      for (const [index, node] of cluster.nodes.entries()) {
        await node.stop('SIGTERM')
        await cluster.restartNode(index, {}, next.folder)
      }
    },
    unbilledMaxSeconds: 20,
  })
  expect(report).toMatchObject(noHarm)
  expect(report.unbilledSeconds).toBeLessThan(20)

  for (const [index, call] of calls.entries()) {
    expect((await call.readSession()).state).toBe('live')
    // The camera sends five frames a second. Two cores also start nodes, so allow three seconds.
    expect(await watches[index]?.stop()).toBeLessThan(3_000)
    await call.hangUp()
    expect((await call.readSession()).end_reason).toBe('hung_up')
    // Chunks of the old version that this page has not loaded yet are still served.
    const { expert } = call
    const readVersion = () => expert.locator('html').getAttribute('data-version')
    await expert.getByRole('link', { name: 'Give feedback' }).click()
    await expert.getByRole('button', { name: 'Send feedback' }).waitFor()
    expect(await readVersion()).toBeNull()
    await expert.reload()
    expect(await readVersion()).toBe('next')
    expect(call.errors).toEqual([])
    await call.close()
  }
})
