import type { Page } from '@playwright/test'

// Functions that tests run inside pages, to inspect and limit the media of a call.

/** Records the peer connections of a page, so that a test can read their counters. */
export function rememberConnections() {
  const made: RTCPeerConnection[] = []
  Object.assign(window, { connections: made })
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...args)
      made.push(this)
    }
  }
}

/** Reads what the page’s current connection has received. */
export async function received({ page }: { page: Page }) {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const seen = { frames: 0, sound: 0, bytes: 0, ways: [] as string[] }
    for (const connection of connections.filter(({ connectionState }) => connectionState !== 'closed')) {
      const report = await connection.getStats()
      for (const entry of report.values()) {
        if (entry.type === 'inbound-rtp' && entry.kind === 'video') seen.frames += entry.framesDecoded ?? 0
        if (entry.type === 'inbound-rtp' && entry.kind === 'audio') seen.sound += entry.totalAudioEnergy ?? 0
        if (entry.type === 'candidate-pair') seen.bytes += entry.bytesReceived ?? 0
        if (entry.type === 'candidate-pair' && entry.nominated && entry.bytesReceived > 0)
          seen.ways.push(report.get(entry.localCandidateId)?.candidateType)
      }
    }
    return seen
  })
}

/** Overrides getUserMedia to return small video and unprocessed audio, which cost much less CPU. */
export function openSparingly() {
  const { mediaDevices } = navigator
  const open = mediaDevices?.getUserMedia.bind(mediaDevices)
  if (!open) return
  const small = { width: { ideal: 320 }, height: { ideal: 180 } }
  const raw = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  const as = (wanted: boolean | MediaTrackConstraints | undefined, sparing: MediaTrackConstraints) =>
    wanted && { ...(wanted === true ? {} : wanted), ...sparing }
  mediaDevices.getUserMedia = ({ audio, video } = {}) => open({ audio: as(audio, raw), video: as(video, small) })
}
