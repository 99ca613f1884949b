/** Total traffic of a call and its current quality. */
export type Traffic = {
  received: number
  sent: number
  delayMs: number | null
  packets: number
  lost: number
  /** The bitrate that the browser expects to fit through the line; null if it does not say. */
  availableKbps: number | null
  /** Samples of the other side's voice, and those that the browser had to fill in for lost packets. */
  heard: number
  concealed: number
  /** Pictures of the other side that were decoded. */
  pictures: number
  /** Data that the network counts: also the headers of all packets. */
  dataBytes: Counters
}

export const noTraffic: Traffic = {
  received: 0,
  sent: 0,
  delayMs: null,
  packets: 0,
  lost: 0,
  availableKbps: null,
  heard: 0,
  concealed: 0,
  pictures: 0,
  dataBytes: { received: 0, sent: 0 },
}

type Counters = { received: number; sent: number }

/** The IP and UDP headers of a packet, which the browser does not count. */
const headerBytes = 28

/**
 * Sums the browser's counters across connections and candidate pairs: each starts at zero, but the totals sent to the
 * server must only grow.
 */
export function createTrafficCounter() {
  const [bytes, data] = [createSum(), createSum()]
  let delayMs: number | null = null
  return {
    async read(connection: { id: string; peer: Pick<RTCPeerConnection, 'getStats'> }): Promise<Traffic> {
      const report = await connection.peer.getStats()
      let mostBytes = -1
      const current = { packets: 0, lost: 0, availableKbps: null as number | null, heard: 0, concealed: 0, pictures: 0 }
      for (const entry of report.values() as Iterable<Entry>) {
        if (entry.type === 'candidate-pair') {
          const { bytesReceived = 0, bytesSent = 0, packetsReceived = 0, packetsSent = 0 } = entry
          const key = `${connection.id} ${entry.id}`
          const newBytes = bytes.count(key, { received: bytesReceived, sent: bytesSent })
          data.count(key, {
            received: bytesReceived + packetsReceived * headerBytes,
            sent: bytesSent + packetsSent * headerBytes,
          })
          // Former pairs stay nominated with old figures, so only the pair with the most new bytes is read.
          if (entry.nominated && newBytes > mostBytes) {
            mostBytes = newBytes
            if (entry.currentRoundTripTime !== undefined) delayMs = entry.currentRoundTripTime * 1_000
            current.availableKbps = toKbps(entry.availableOutgoingBitrate)
          }
        }
        if (entry.type === 'inbound-rtp') {
          current.packets += entry.packetsReceived ?? 0
          current.lost += entry.packetsLost ?? 0
          current.pictures += entry.framesDecoded ?? 0
          current.heard += entry.totalSamplesReceived ?? 0
          // Silence is not sent, so the browser fills it in, too. That is not a gap.
          current.concealed += (entry.concealedSamples ?? 0) - (entry.silentConcealedSamples ?? 0)
        }
      }
      return { ...bytes.total, delayMs, ...current, dataBytes: { ...data.total } }
    },
  }
}

/** Sums counters that each start at zero. */
function createSum() {
  const last = new Map<string, Counters>()
  const total: Counters = { received: 0, sent: 0 }
  return {
    total,
    /** Returns by how much the counter has grown. */
    count(key: string, { received, sent }: Counters): number {
      const before = last.get(key) ?? { received: 0, sent: 0 }
      const more = { received: Math.max(0, received - before.received), sent: Math.max(0, sent - before.sent) }
      total.received += more.received
      total.sent += more.sent
      last.set(key, { received, sent })
      return more.received + more.sent
    },
  }
}

function toKbps(bitrate: number | undefined): number | null {
  return bitrate === undefined ? null : bitrate / 1_000
}

type Entry = {
  id: string
  type: string
  nominated?: boolean
  currentRoundTripTime?: number
  availableOutgoingBitrate?: number
  bytesReceived?: number
  bytesSent?: number
  packetsReceived?: number
  packetsSent?: number
  packetsLost?: number
  framesDecoded?: number
  totalSamplesReceived?: number
  concealedSamples?: number
  silentConcealedSamples?: number
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
