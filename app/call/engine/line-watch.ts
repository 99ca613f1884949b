import type { Connection } from '#app/call/engine/connection.ts'
import { createDataUse } from '#app/call/engine/data-use.ts'
import { controlPicture, firstPictureState, type PictureState, tryPicture } from '#app/call/engine/picture-control.ts'
import { createTrafficCounter, noTraffic, type Quality, rateQuality, type Traffic } from '#app/call/engine/traffic.ts'
import type { Side } from '#domain/sessions/states.ts'

/** Browsers detect a dead connection after seven seconds or more, so we restart ICE much sooner. */
const restartAfterMs = { student: 3_000, expert: 5_000 }
const restartAgainAfterMs = 5_000
/** Small messages arrive at least once a second. */
const silentAfterMs = 1_500
const changeLastsMs = 10_000
/** Number of checks over which gaps in the voice are measured. */
const voiceChecks = 4

export type Line = {
  quality: Quality
  picture: PictureState
  /** Share of the other side's voice that this page had to fill in. */
  concealedShare: number
}

type Options = {
  side: Side
  /** The current connection to the other browser. */
  connection(): Connection | undefined
  /** The picture that this side wants to send. */
  wantedPicture(): 'camera' | 'screen' | null
  onFirstMedia(): void
  onRated(line: Line): void
  /** Called once when nothing has arrived for a short time: the network may have changed. */
  onSilent(): void
}

/** Watches the media that arrives: rates the connection, limits the picture, and restarts a dead connection. */
export function createLineWatch({ side, connection, wantedPicture, onFirstMedia, onRated, onSilent }: Options) {
  const counter = createTrafficCounter()
  const dataUse = createDataUse()
  let picture = firstPictureState
  let traffic = noTraffic
  let voiceReadings: Pick<Traffic, 'heard' | 'concealed'>[] = []
  let concealedAtOther = 0
  /** The time when media last arrived; 0 before any has arrived. */
  let mediaArrivedAtMs = 0
  let restartedAtMs = 0
  let networkChangedAtMs = -Infinity
  let isStarted = false
  let isSilent = false

  return {
    /** The traffic of the call at the last reading. */
    traffic: () => traffic,
    readTraffic,
    readDataUse: dataUse.read,
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
      dataUse.add(traffic.dataBytes, now)
      const silentMs = now - mediaArrivedAtMs
      const packets = traffic.packets - before.packets
      const lost = Math.max(0, traffic.lost - before.lost)
      const lossShare = packets + lost > 0 ? lost / (packets + lost) : 0
      const quality = rateQuality({ silentMs, delayMs: traffic.delayMs, lossShare })
      // Measurements of a dead connection do not apply to the next one.
      if (quality !== 'lost') picture = limitPicture(now)
      onRated({ quality, picture, concealedShare: readConcealedShare() })
      const wasSilent = isSilent
      isSilent = silentMs >= silentAfterMs
      if (isSilent && !wasSilent) onSilent()
      // Either side may be the only one without incoming media. The expert waits longer, so that both do not restart at
      // the same time. Just after a change of the network, a short silence is enough.
      const hasNetworkChanged = now - networkChangedAtMs < changeLastsMs
      const restartMs = hasNetworkChanged ? silentAfterMs : restartAfterMs[side]
      if (silentMs >= restartMs && now - restartedAtMs >= restartAgainAfterMs) {
        restartedAtMs = now
        current.restart()
      }
    },
    onNetworkChanged(): void {
      networkChangedAtMs = performance.now()
    },
    /** The other side reports the share of this side's voice that it had to fill in. */
    setConcealedAtOther(share: number): void {
      concealedAtOther = share
    },
    /** Called when either person requests the paused picture. */
    tryPicture(): void {
      picture = tryPicture(picture, performance.now())
    },
  }

  function limitPicture(nowMs: number): PictureState {
    const wanted = wantedPicture()
    if (!wanted) return { ...firstPictureState, leastDelayMs: picture.leastDelayMs }
    const { availableKbps, delayMs } = traffic
    const sample = { availableKbps, delayMs, concealedShare: concealedAtOther }
    return controlPicture(picture, sample, { nowMs, isScreen: wanted === 'screen' })
  }

  function readConcealedShare(): number {
    voiceReadings = [...voiceReadings, traffic].slice(-voiceChecks - 1)
    const [first = traffic] = voiceReadings
    const heard = traffic.heard - first.heard
    // Another connection starts at zero.
    return heard > 0 ? Math.max(0, traffic.concealed - first.concealed) / heard : 0
  }

  async function readTraffic(): Promise<Traffic> {
    const current = connection()
    if (!current) return traffic
    const now = performance.now()
    const newTraffic = await counter.read(current)
    if (newTraffic.received > traffic.received) mediaArrivedAtMs = now
    traffic = newTraffic
    return traffic
  }
}
