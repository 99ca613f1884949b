import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '#tests/cluster.ts'
import { launchBrowser, startBrowserCall } from '#tests/faults/browser-call.ts'
import { connectToCluster, type People } from '#tests/faults/calls-under-fault.ts'
import { addRow } from '#tests/faults/fault-table.ts'
import { createNetwork, type Network } from '#tests/faults/namespace.ts'

// Only the student’s browser runs in a network that fails. Both browsers and their media are real.
let network: Network
let cluster: Cluster
let people: People
let browsers: { student: Browser; expert: Browser }

beforeAll(async () => {
  network = await createNetwork()
  cluster = await startCluster({ addresses: [network.address] })
  people = await connectToCluster(cluster)
  browsers = { student: await launchBrowser(network.launcher), expert: await launchBrowser() }
})
afterAll(async () => {
  await browsers?.student.close()
  await browsers?.expert.close()
  await people?.close()
  await cluster?.stop()
  await network?.remove()
})

const cutSeconds = 15
type NetworkFault = {
  name: string
  begin(): void
  end(): void
  /** Time without any packets. */
  cutSeconds: number
  lastsSeconds: number
  unbilledMaxSeconds: number
}

const networkFaults: NetworkFault[] = [
  {
    name: `the student's network is cut for ${cutSeconds} s`,
    begin: () => network.lose(100),
    end: () => network.clear(),
    cutSeconds,
    lastsSeconds: cutSeconds,
    unbilledMaxSeconds: 15,
  },
  {
    name: `the student's network loses 15 of 100 packets for 30 s`,
    begin: () => network.lose(15),
    end: () => network.clear(),
    cutSeconds: 0,
    lastsSeconds: 30,
    unbilledMaxSeconds: 12,
  },
  {
    name: `the student's network carries 200 kbit/s for 30 s`,
    begin: () => network.limit('200kbit'),
    end: () => network.unlimit(),
    cutSeconds: 0,
    lastsSeconds: 30,
    unbilledMaxSeconds: 12,
  },
]

test.each(networkFaults)('$name: the call continues, and only received time is charged', async (networkFault) => {
  const call = await startBrowserCall({ origin: cluster.origin, as: people.as, browsers })
  await expect.poll(async () => (await call.session()).connected_at).not.toBeNull()
  const { connected_at } = await call.session()
  await sleep(8_000)
  networkFault.begin()
  await sleep(networkFault.lastsSeconds * 1_000)
  const isToldLost = await call.student
    .getByText(/^Reconnecting/)
    .first()
    .isVisible()
  const { state: stateMeanwhile } = await call.session()
  networkFault.end()
  const endedAtMs = performance.now()
  const phase = async () => (await call.session()).state
  await expect.poll(phase, { timeout: 40_000 }).toBe('live')
  const recoveredSeconds = (performance.now() - endedAtMs) / 1_000
  await sleep(8_000)
  const hungUpAt = Date.now()
  await call.hangUp()
  const { live_ms, end_reason } = await call.session()
  const talkedSeconds = (hungUpAt - (connected_at?.getTime() ?? 0)) / 1_000 - networkFault.cutSeconds
  const unbilledSeconds = talkedSeconds - live_ms / 1_000
  await addRow({
    fault: networkFault.name,
    calls: 1,
    unbilledSeconds,
    waitedSeconds: 0,
    overBilledSeconds: Math.max(0, -unbilledSeconds),
    failed: 'not counted',
    payments: 0,
    recoveredSeconds,
  })
  await call.close()
  expect({ isToldLost, stateMeanwhile }).toEqual(
    networkFault.cutSeconds > 0
      ? { isToldLost: true, stateMeanwhile: 'interrupted' }
      : { isToldLost: false, stateMeanwhile: 'live' },
  )
  expect(end_reason).toBe('hung_up')
  // The first proofs may be some hundred milliseconds older than the sample that noticed them.
  expect(unbilledSeconds).toBeGreaterThan(-0.5)
  expect(unbilledSeconds).toBeLessThan(networkFault.unbilledMaxSeconds)
  expect(call.errors).toEqual([])
})
