import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, startBrowserCall } from '#tests/faults/browser-call.ts'
import { addRow } from '#tests/faults/fault-table.ts'
import { createNetwork } from '#tests/faults/namespace.ts'
import { useCluster } from '#tests/faults/use-cluster.ts'

// Only the student’s browser runs in a network that fails. Both browsers and their media are real.
const fixture = useCluster(async (stopLater) => {
  const network = await createNetwork()
  stopLater(network.remove)
  return { network, addresses: [network.address] }
})
let browsers: { student: Browser; expert: Browser }
beforeAll(async () => {
  browsers = { student: await launchBrowser(fixture.network.launcher), expert: await launchBrowser() }
})
afterAll(async () => {
  await browsers?.student.close()
  await browsers?.expert.close()
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
    begin: () => fixture.network.dropPackets(100),
    end: () => fixture.network.stopDropping(),
    cutSeconds,
    lastsSeconds: cutSeconds,
    unbilledMaxSeconds: 15,
  },
  {
    name: `the student's network loses 15 of 100 packets for 30 s`,
    begin: () => fixture.network.dropPackets(15),
    end: () => fixture.network.stopDropping(),
    cutSeconds: 0,
    lastsSeconds: 30,
    unbilledMaxSeconds: 12,
  },
  {
    name: `the student's network carries 200 kbit/s for 30 s`,
    begin: () => fixture.network.limitRate('200kbit'),
    end: () => fixture.network.removeLimit(),
    cutSeconds: 0,
    lastsSeconds: 30,
    unbilledMaxSeconds: 12,
  },
]

test.each(networkFaults)('$name: the call continues, and only received time is charged', async (networkFault) => {
  const call = await startBrowserCall({ origin: fixture.cluster.origin, as: fixture.people.as, browsers })
  await expect.poll(async () => (await call.readSession()).connected_at).not.toBeNull()
  const { connected_at } = await call.readSession()
  await sleep(8_000)
  networkFault.begin()
  await sleep(networkFault.lastsSeconds * 1_000)
  const isReconnectingShown = await call.student
    .getByText(/^Reconnecting/)
    .first()
    .isVisible()
  const { state: stateDuringFault } = await call.readSession()
  networkFault.end()
  const endedAtMs = performance.now()
  const readState = async () => (await call.readSession()).state
  await expect.poll(readState, { timeout: 40_000 }).toBe('live')
  const recoveredSeconds = (performance.now() - endedAtMs) / 1_000
  await sleep(8_000)
  const hungUpAtMs = Date.now()
  await call.hangUp()
  const { live_ms, end_reason } = await call.readSession()
  const talkedSeconds = (hungUpAtMs - (connected_at?.getTime() ?? 0)) / 1_000 - networkFault.cutSeconds
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
  expect({ isReconnectingShown, stateDuringFault }).toEqual(
    networkFault.cutSeconds > 0
      ? { isReconnectingShown: true, stateDuringFault: 'interrupted' }
      : { isReconnectingShown: false, stateDuringFault: 'live' },
  )
  expect(end_reason).toBe('hung_up')
  // The first media beats may be some hundred milliseconds older than `connected_at`.
  expect(unbilledSeconds).toBeGreaterThan(-0.5)
  expect(unbilledSeconds).toBeLessThan(networkFault.unbilledMaxSeconds)
  expect(call.errors).toEqual([])
})
