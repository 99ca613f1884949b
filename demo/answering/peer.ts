import {
  MediaStream,
  MediaStreamTrack,
  type RTCDataChannel,
  RTCPeerConnection,
  type RTCRtpTransceiver,
  RtpHeader,
  RtpPacket,
  useOPUS,
  useVP8,
} from 'werift'
import { type Kind, loadRecording, play, type Player } from '#demo/answering/recording.ts'
import type { Frame } from '#demo/answering/webm.ts'
import type { IceSettings } from '#live/protocol.ts'
import type { Signal } from '#live/signal.ts'

const clockRates: Record<Kind, number> = { audio: 48_000, video: 90_000 }
/** Fits into one packet on every network path. */
const payloadMaxBytes = 1_100
const pulseEveryMs = 1_000
/** Limits the wait for an unreachable STUN server. */
const gatherMaxSeconds = 1
const recording = await loadRecording()

type Candidates = NonNullable<Signal['candidates']>
type Options = {
  ice: IceSettings
  /** The connection has failed and must be created again. */
  onFailed(): void
}

export type Peer = ReturnType<typeof openPeer>

/** A peer connection that sends the recording and ignores incoming media. */
export function openPeer({ ice, onFailed }: Options) {
  const connection = new RTCPeerConnection({
    codecs: { audio: [useOPUS()], video: [useVP8()] },
    iceServers: ice.servers,
    iceTransportPolicy: ice.relayOnly ? 'relay' : 'all',
    // The browser is often on the same machine, which may have no network.
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceStunGatherTimeout: gatherMaxSeconds,
    bundlePolicy: 'max-bundle',
  })
  /** Both tracks share one stream, so that browsers synchronise them. */
  const stream = new MediaStream()
  const players: Player[] = []
  const channels: RTCDataChannel[] = []
  /** Players to start once connected. */
  const pendingStarts: (() => void)[] = []
  let isSilent = false

  connection.connectionStateChange.subscribe((state) => {
    if (state === 'failed') onFailed()
    if (state === 'connected') startPending()
  })
  connection.onDataChannel.subscribe((channel) => channels.push(channel))
  const pulseTimer = setInterval(() => {
    for (const channel of channels) if (channel.readyState === 'open') channel.send('pulse')
  }, pulseEveryMs)

  return {
    /** Answers an initial or later offer. The answer contains all our candidates. */
    async answer(sdp: string): Promise<string> {
      await connection.setRemoteDescription({ type: 'offer', sdp })
      for (const transceiver of connection.getTransceivers().filter(hasNoTrack)) await sendRecording(transceiver)
      await connection.setLocalDescription(await connection.createAnswer())
      if (connection.connectionState === 'connected') startPending()
      return connection.localDescription?.sdp ?? ''
    },
    /** Skips mDNS candidates, which we cannot resolve; the browser still reaches us with its own checks. */
    async addCandidates(candidates: Candidates): Promise<void> {
      const resolvable = candidates.filter(({ candidate }) => !candidate.includes('.local'))
      for (const candidate of resolvable) await connection.addIceCandidate(candidate)
    },
    /** Whether this offer restarts ICE, which our library cannot do within one connection. */
    restartsIce(sdp: string): boolean {
      return readIceUser(sdp) !== readIceUser(connection.remoteDescription?.sdp ?? sdp)
    },
    /** Bytes received and sent by the transport. */
    readTraffic() {
      const counters = [...connection.dtlsTransports, ...channels]
      return {
        received: counters.reduce((sum, { bytesReceived }) => sum + bytesReceived, 0),
        sent: counters.reduce((sum, { bytesSent }) => sum + bytesSent, 0),
      }
    },
    /** Pauses sending while the call is interrupted. */
    setSilent(value: boolean): void {
      if (isSilent && !value) for (const player of players) player.jumpToKeyFrame()
      isSilent = value
    },
    async close(): Promise<void> {
      clearInterval(pulseTimer)
      for (const player of players) player.stop()
      await connection.close()
    },
  }

  function startPending(): void {
    for (const startPlaying of pendingStarts.splice(0)) startPlaying()
  }

  async function sendRecording(transceiver: RTCRtpTransceiver): Promise<void> {
    const kind = transceiver.kind as Kind
    const track = new MediaStreamTrack({ kind })
    await transceiver.sender.replaceTrack(track)
    transceiver.sender.setStreams([stream])
    transceiver.setDirection('sendrecv')
    pendingStarts.push(() => {
      let sequenceNumber = 0
      const player = play(recording[kind], (frame, timeMs) => {
        if (isSilent) return
        const timestamp = Math.round((timeMs * clockRates[kind]) / 1_000) >>> 0
        const payloads = splitFrame(frame)
        payloads.forEach((payload, index) => {
          sequenceNumber = (sequenceNumber + 1) & 0xffff
          const marker = kind === 'video' && index === payloads.length - 1
          track.writeRtp(new RtpPacket(new RtpHeader({ sequenceNumber, timestamp, marker }), payload))
        })
      })
      players.push(player)
      transceiver.sender.onPictureLossIndication.subscribe(() => player.jumpToKeyFrame())
    })
  }
}

function readIceUser(sdp: string): string | undefined {
  return /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1]
}

function hasNoTrack({ sender }: RTCRtpTransceiver): boolean {
  return sender.track === null
}

/** Splits a video frame into packets; the first byte marks the first packet of a frame (RFC 7741). */
function splitFrame({ kind, data }: Frame): Buffer[] {
  if (kind === 'audio') return [data]
  const pieces = Math.ceil(data.length / payloadMaxBytes)
  return Array.from({ length: pieces }, (_, index) =>
    Buffer.concat([
      Buffer.from([index === 0 ? 0x10 : 0]),
      data.subarray(index * payloadMaxBytes, (index + 1) * payloadMaxBytes),
    ]),
  )
}
