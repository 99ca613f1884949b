import type { Page } from '@playwright/test'

// Functions that tests run inside pages, to inspect and limit the media of a call.

/** Records the peer connections of a page, so that a test can read their counters. */
export function recordConnections() {
  const connections: RTCPeerConnection[] = []
  Object.assign(window, { connections })
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...args)
      connections.push(this)
    }
  }
}

/** Sums what the open connections of the page have received. */
export async function readReceived({ page }: { page: Page }) {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const seen = { frames: 0, sound: 0, bytes: 0, candidateTypes: [] as string[] }
    for (const connection of connections.filter(({ connectionState }) => connectionState !== 'closed')) {
      const report = await connection.getStats()
      for (const entry of report.values()) {
        if (entry.type === 'inbound-rtp' && entry.kind === 'video') seen.frames += entry.framesDecoded ?? 0
        if (entry.type === 'inbound-rtp' && entry.kind === 'audio') seen.sound += entry.totalAudioEnergy ?? 0
        if (entry.type === 'candidate-pair') seen.bytes += entry.bytesReceived ?? 0
        if (entry.type === 'candidate-pair' && entry.nominated && entry.bytesReceived > 0)
          seen.candidateTypes.push(report.get(entry.localCandidateId)?.candidateType)
      }
    }
    return seen
  })
}

/** The codecs with which the newest connection of the page sends, with the settings that both sides agreed on. */
export async function readSentCodecs({ page }: { page: Page }) {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const report = await connections.at(-1)?.getStats()
    const read = (kind: string) => {
      const stream = [...(report?.values() ?? [])].find((entry) => entry.type === 'outbound-rtp' && entry.kind === kind)
      const codec = report?.get(stream?.codecId)
      const settings = String(codec?.sdpFmtpLine ?? '').split(';')
      return { type: codec?.mimeType as string | undefined, settings: settings.toSorted((a, b) => (a < b ? -1 : 1)) }
    }
    return { audio: read('audio'), video: read('video') }
  })
}

/** Overrides getUserMedia to return small video and unprocessed audio, which cost much less CPU. */
export function reduceMedia() {
  const { mediaDevices } = navigator
  const open = mediaDevices?.getUserMedia.bind(mediaDevices)
  if (!open) return
  const small = { width: { ideal: 320 }, height: { ideal: 180 } }
  const raw = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  const reduce = (wanted: boolean | MediaTrackConstraints | undefined, reduced: MediaTrackConstraints) =>
    wanted && { ...(wanted === true ? {} : wanted), ...reduced }
  mediaDevices.getUserMedia = ({ audio, video } = {}) =>
    open({ audio: reduce(audio, raw), video: reduce(video, small) })
}
