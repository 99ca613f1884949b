import type { Connection } from '#app/call/engine/connection.ts'
import { createTrafficCounter, type Quality, rateQuality, type Traffic } from '#app/call/engine/traffic.ts'
import { createWeakLineDetector } from '#app/call/engine/weak-line-detector.ts'
import type { Side } from '#domain/sessions/states.ts'

/** Browsers detect a dead connection after seven seconds or more, so we restart ICE much sooner. */
const restartAfterMs = { student: 3_000, expert: 5_000 }
const restartAgainAfterMs = 5_000

type Options = {
  side: Side
  /** The current connection to the other browser. */
  connection(): Connection | undefined
  onFirstMedia(): void
  onRated(line: { quality: Quality; isWeak: boolean }): void
}

/** Watches the media that arrives: rates the connection, and restarts it when it is dead. */
export function createLineWatch({ side, connection, onFirstMedia, onRated }: Options) {
  const counter = createTrafficCounter()
  const isLineWeak = createWeakLineDetector()
  let traffic: Traffic = { received: 0, sent: 0, delayMs: null, packets: 0, lost: 0 }
  /** The time when media last arrived; 0 before any has arrived. */
  let mediaArrivedAtMs = 0
  let restartedAtMs = 0
  let isStarted = false

  return {
    /** The traffic of the call at the last reading. */
    traffic: () => traffic,
    readTraffic,
    /** Waits for the first media. Afterwards it does nothing. */
    async checkStart(): Promise<void> {
      if (isStarted) return
      await readTraffic()
      // The reading takes time, so another check may have been first.
      if (isStarted || mediaArrivedAtMs === 0) return
      isStarted = true
      onFirstMedia()
    },
    /** Must be called once a second. */
    async check(): Promise<void> {
      const current = connection()
      if (!current || !isStarted) return
      const before = traffic
      await readTraffic()
      const now = performance.now()
      const silentMs = now - mediaArrivedAtMs
      const packets = traffic.packets - before.packets
      const lost = Math.max(0, traffic.lost - before.lost)
      const lossShare = packets + lost > 0 ? lost / (packets + lost) : 0
      const quality = rateQuality({ silentMs, delayMs: traffic.delayMs, lossShare })
      onRated({ quality, isWeak: isLineWeak(quality, now) })
      // Either side may be the only one without incoming media. The expert waits longer, so that both do not restart at
      // the same time.
      if (silentMs >= restartAfterMs[side] && now - restartedAtMs >= restartAgainAfterMs) {
        restartedAtMs = now
        current.restart()
      }
    },
  }

  async function readTraffic(): Promise<Traffic> {
    const current = connection()
    if (!current) return traffic
    const now = performance.now()
    const newTraffic = { ...(await counter.read(current)) }
    if (newTraffic.received > traffic.received) mediaArrivedAtMs = now
    traffic = newTraffic
    return traffic
  }
}
