/** Total traffic of a call and its current quality. */
export type Traffic = {
  received: number
  sent: number
  delayMs: number | null
  packets: number
  lost: number
}

type Counters = { received: number; sent: number }

/**
 * Sums the browser's counters across connections and candidate pairs: each starts at zero, but the totals sent to the
 * server must only grow.
 */
export function createTrafficCounter() {
  const lastCounters = new Map<string, Counters>()
  const total = { received: 0, sent: 0, delayMs: null, packets: 0, lost: 0 } as Traffic
  return {
    async read(connection: { id: string; peer: Pick<RTCPeerConnection, 'getStats'> }): Promise<Traffic> {
      const report = await connection.peer.getStats()
      let [packets, lost] = [0, 0]
      for (const entry of report.values() as Iterable<Entry>) {
        if (entry.type === 'candidate-pair') {
          count(`${connection.id} ${entry.id}`, entry)
          if (entry.nominated && entry.currentRoundTripTime !== undefined)
            total.delayMs = entry.currentRoundTripTime * 1_000
        }
        if (entry.type === 'inbound-rtp') {
          packets += entry.packetsReceived ?? 0
          lost += entry.packetsLost ?? 0
        }
      }
      return Object.assign(total, { packets, lost })
    },
  }

  function count(key: string, { bytesReceived = 0, bytesSent = 0 }: Entry): void {
    const before = lastCounters.get(key) ?? { received: 0, sent: 0 }
    total.received += Math.max(0, bytesReceived - before.received)
    total.sent += Math.max(0, bytesSent - before.sent)
    lastCounters.set(key, { received: bytesReceived, sent: bytesSent })
  }
}

type Entry = {
  id: string
  type: string
  nominated?: boolean
  currentRoundTripTime?: number
  bytesReceived?: number
  bytesSent?: number
  packetsReceived?: number
  packetsLost?: number
}

export type Quality = 'good' | 'weak' | 'poor' | 'lost'

type LineFacts = { silentMs: number; delayMs: number | null; lossShare: number }

/** Rates the connection. `silentMs` is the time since media last arrived. */
export function rateQuality({ silentMs, delayMs, lossShare }: LineFacts): Quality {
  if (silentMs >= 3_000) return 'lost'
  if (lossShare > 0.1 || (delayMs ?? 0) > 600) return 'poor'
  if (lossShare > 0.03 || (delayMs ?? 0) > 300) return 'weak'
  return 'good'
}
