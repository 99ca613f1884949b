import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '#tests/cluster.ts'
import { launchBrowser, startBrowserCall } from '#tests/faults/browser-call.ts'
import { connectToCluster, noHarm, type People } from '#tests/faults/calls-under-fault.ts'
import { buildNextVersion } from '#tests/faults/next-build.ts'

let next: Awaited<ReturnType<typeof buildNextVersion>>
let cluster: Cluster
let people: People
let browser: Awaited<ReturnType<typeof launchBrowser>>

beforeAll(async () => {
  next = await buildNextVersion()
  cluster = await startCluster()
  people = await connectToCluster(cluster)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await people?.close()
  await cluster?.stop()
  await next?.remove()
})

test('a rolling upgrade under 20 calls keeps video running, and pages of the old version work', async () => {
  const { origin } = cluster
  const { as } = people
  const calls = []
  for (let count = 0; count < 2; count += 1)
    calls.push(await startBrowserCall({ origin, as, browsers: { student: browser, expert: browser } }))
  const watches = calls.map((call) => call.watchPictures())
  const report = await people.runFault({
    name: 'rolling upgrade of all nodes',
    calls: Array.from({ length: 18 }, () => 'live' as const),
    async inject() {
      for (const [at, node] of cluster.nodes.entries()) {
        await node.stop('SIGTERM')
        await cluster.restartNode(at, {}, next.folder)
      }
    },
    unbilledMaxSeconds: 20,
  })
  expect(report).toMatchObject(noHarm)
  expect(report.unbilledSeconds).toBeLessThan(20)

  for (const [at, call] of calls.entries()) {
    expect((await call.session()).state).toBe('live')
    // The camera sends five frames a second; two cores also start nodes, so allow three seconds.
    expect(await watches[at]?.stop()).toBeLessThan(3_000)
    await call.hangUp()
    expect((await call.session()).end_reason).toBe('hung_up')
    // Chunks of the old version that this page has not loaded yet are still served.
    const { expert } = call
    const version = () => expert.locator('html').getAttribute('data-version')
    await expert.getByRole('link', { name: 'Give feedback' }).click()
    await expert.getByRole('button', { name: 'Send feedback' }).waitFor()
    expect(await version()).toBeNull()
    await expert.reload()
    expect(await version()).toBe('next')
    expect(call.errors).toEqual([])
    await call.close()
  }
})
