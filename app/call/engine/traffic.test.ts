import { expect, test } from 'vitest'
import { createTrafficCounter, rateQuality } from '#app/call/engine/traffic.ts'

/** A connection with these browser statistics. */
function connection(id: string, ...entries: object[]) {
  const report = new Map(entries.map((entry, index) => [String(index), entry]))
  return { id, peer: { getStats: async () => report as unknown as RTCStatsReport } }
}

const pair = (id: string, bytesReceived: number, bytesSent: number) => ({
  type: 'candidate-pair',
  id,
  nominated: true,
  currentRoundTripTime: 0.02,
  bytesReceived,
  bytesSent,
})

test('totals only grow, across candidate pairs and connections that start at zero', async () => {
  const counter = createTrafficCounter()
  expect(await counter.read(connection('one', pair('a', 100, 10)))).toMatchObject({ received: 100, sent: 10 })
  expect(await counter.read(connection('one', pair('a', 150, 20)))).toMatchObject({ received: 150, sent: 20 })
  // Another candidate pair, then another connection: each counts from zero.
  expect(await counter.read(connection('one', pair('b', 30, 5)))).toMatchObject({ received: 180, sent: 25 })
  expect(await counter.read(connection('two', pair('a', 40, 5)))).toMatchObject({ received: 220, sent: 30 })
  expect(await counter.read(connection('two', pair('a', 40, 5)))).toMatchObject({ received: 220, sent: 30 })
})

test('the data of the board channel is counted once, as part of the transport', async () => {
  const counter = createTrafficCounter()
  const board = { type: 'data-channel', id: 'D2', label: 'board', bytesReceived: 900, bytesSent: 900 }
  const transport = { type: 'transport', id: 'T1', bytesReceived: 1_200, bytesSent: 1_200 }
  const read = await counter.read(connection('one', pair('a', 1_000, 1_000), board, transport))
  expect(read).toMatchObject({ received: 1_000, sent: 1_000 })
})

test('packets and delay are current values', async () => {
  const counter = createTrafficCounter()
  const voice = { type: 'inbound-rtp', packetsReceived: 90, packetsLost: 10 }
  const read = await counter.read(connection('one', pair('a', 1, 1), voice))
  expect(read).toMatchObject({ packets: 90, lost: 10, delayMs: 20 })
})

test('the pair that carries the call decides, even when a former pair is still nominated', async () => {
  const counter = createTrafficCounter()
  const current = { ...pair('b', 900, 900), currentRoundTripTime: 0.3, availableOutgoingBitrate: 90_000 }
  for (const entries of [
    [current, pair('a', 10, 10)],
    [pair('a', 10, 10), { ...current, bytesReceived: 2_000 }],
  ]) {
    const read = await counter.read(connection('one', ...entries))
    expect(read).toMatchObject({ delayMs: 300, availableKbps: 90 })
  }
})

test('the data of a call contains the headers of its packets, and silence is not concealed voice', async () => {
  const counter = createTrafficCounter()
  const voice = { totalSamplesReceived: 1_000, concealedSamples: 300, silentConcealedSamples: 200 }
  const read = await counter.read(
    connection(
      'one',
      { ...pair('a', 1_000, 500), packetsReceived: 10, packetsSent: 5 },
      { type: 'inbound-rtp', ...voice },
    ),
  )
  expect(read).toMatchObject({
    received: 1_000,
    dataBytes: { received: 1_280, sent: 640 },
    heard: 1_000,
    concealed: 100,
  })
})

test.each([
  [{ silentMs: 0, delayMs: 40, lossShare: 0 }, 'good'],
  [{ silentMs: 0, delayMs: null, lossShare: 0 }, 'good'],
  [{ silentMs: 0, delayMs: 40, lossShare: 0.05 }, 'weak'],
  [{ silentMs: 0, delayMs: 400, lossShare: 0 }, 'weak'],
  [{ silentMs: 0, delayMs: 40, lossShare: 0.2 }, 'poor'],
  [{ silentMs: 0, delayMs: 700, lossShare: 0 }, 'poor'],
  [{ silentMs: 3_000, delayMs: 40, lossShare: 0 }, 'lost'],
] as const)('%o is %s', (line, quality) => {
  expect(rateQuality(line)).toBe(quality)
})
