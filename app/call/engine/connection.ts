import { createNegotiation } from '#app/call/engine/negotiation.ts'
import { createOutgoingTracks, type Outgoing } from '#app/call/engine/outgoing-tracks.ts'
import { createPulse, type Sending } from '#app/call/engine/pulse.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { IceSettings } from '#live/protocol.ts'
import type { Signal } from '#live/signal.ts'

/**
 * The channel of the board has a fixed id on both sides, so that pages of an older version, which take the first
 * announced channel for the pulse, never see it.
 */
const boardChannelId = 64

type Options = {
  ice: IceSettings
  callType: CallType
  /** The student's side opens the connection. */
  isLeading: boolean
  outgoing: Outgoing
  send(signal: Pick<Signal, 'description' | 'candidates'>): void
  onRemote(stream: MediaStream): void
  /** Called when the other side reports the media that it sends. */
  onSending(other: Sending): void
  /** Called when the data channel of the board is open. */
  onBoardChannel(channel: RTCDataChannel): void
}

export type Connection = ReturnType<typeof openConnection>

/** One connection to the other browser: its negotiation, the media of both sides, and two data channels. */
export function openConnection({
  ice,
  callType,
  isLeading,
  outgoing,
  send,
  onRemote,
  onSending,
  onBoardChannel,
}: Options) {
  const peer = new RTCPeerConnection({
    iceServers: ice.servers,
    iceTransportPolicy: ice.relayOnly ? 'relay' : 'all',
    bundlePolicy: 'max-bundle',
  })
  const remote: MediaStreamTrack[] = []
  let hasBoardChannel = false
  const tracks = createOutgoingTracks({ peer, isLeading, outgoing })
  const pulse = createPulse({
    describe: tracks.describe,
    onSending(other) {
      // Only the leading side adds transceivers; the other side requests one by reporting that it sends video.
      if (other.camera) tracks.ensureVideoTransceiver()
      onSending(other)
    },
    onTick: tracks.applyLimits,
  })
  const negotiation = createNegotiation({
    peer,
    isLeading,
    send,
    onOffer() {
      // Not earlier, because a new channel would make this side offer, too.
      openBoardChannel()
      tracks.update()
    },
  })

  peer.addEventListener('track', ({ track }) => {
    remote.push(track)
    onRemote(new MediaStream(remote))
  })
  if (isLeading) {
    pulse.start(pulse.createChannel(peer))
    openBoardChannel()
    peer.addTransceiver('audio')
    if (callType === 'video') peer.addTransceiver('video')
    tracks.update()
  } else peer.addEventListener('datachannel', ({ channel }) => pulse.start(channel))

  return {
    id: crypto.randomUUID(),
    peer,
    /** Whether an offer was sent and has no answer yet. */
    isWaiting: () => peer.signalingState === 'have-local-offer',
    /** Sends the last description again, for a page that missed it. */
    sendDescriptionAgain: negotiation.sendDescription,
    receive: negotiation.receive,
    setOutgoing(changed: Outgoing): void {
      tracks.set(changed)
      pulse.sendIfChanged()
    },
    /** Restarts ICE to find another path to the other browser. */
    restart: () => peer.restartIce(),
    close(): void {
      pulse.stop()
      peer.close()
    },
  }

  /** The other side may be an older page without boards, which ignores this channel. */
  function openBoardChannel(): void {
    if (hasBoardChannel) return
    hasBoardChannel = true
    const boardChannel = peer.createDataChannel('board', { negotiated: true, id: boardChannelId })
    boardChannel.binaryType = 'arraybuffer'
    boardChannel.addEventListener('open', () => onBoardChannel(boardChannel))
  }
}
