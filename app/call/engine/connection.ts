import type { PictureMode } from '#app/call/engine/picture-control.ts'
import { createPulse, type Sending } from '#app/call/engine/pulse.ts'
import { createSendLimits, type Limits } from '#app/call/engine/send-limits.ts'
import { addVoiceSettings } from '#app/call/engine/voice-settings.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { IceSettings } from '#live/protocol.ts'
import type { Signal } from '#live/signal.ts'

/**
 * The channel of the board has a fixed id on both sides, so that pages of an older version, which take the first
 * announced channel for the pulse, never see it.
 */
const boardChannelId = 64

/** The tracks to send. There is one video track, so a shared screen replaces the camera. */
export type Outgoing = {
  voice: MediaStreamTrack | null
  picture: MediaStreamTrack | null
  isScreen: boolean
  audioOnly: boolean
  mode: PictureMode
  saver: boolean
  concealed: number
  retries: number
  limits: Limits
  isBoardOpen: boolean
}

type Options = {
  ice: IceSettings
  callType: CallType
  /** The student's side offers first, and its offer wins when both offer at the same time. */
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

/** One connection to the other browser, with perfect negotiation: both sides may renegotiate at any time. */
export function openConnection({
  ice,
  callType,
  isLeading,
  outgoing: initialOutgoing,
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
  let outgoing = initialOutgoing
  let isOffering = false
  let isIgnoringOffer = false
  /** Signals are applied one at a time, in order of arrival. */
  let signalQueue = Promise.resolve()
  const limitSenders = createSendLimits()
  let hasBoardChannel = false
  const pulse = createPulse({
    describe: () => describeSending(outgoing),
    onSending(other) {
      // Only the leading side adds transceivers; the other side requests one by reporting that it sends video.
      if (other.camera) ensureVideoTransceiver()
      onSending(other)
    },
    onTick: applyLimits,
  })

  peer.addEventListener('negotiationneeded', () => void offer())
  peer.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate?.candidate) send({ candidates: [candidate.toJSON() as Candidate] })
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
    updateTracks()
  } else peer.addEventListener('datachannel', ({ channel }) => pulse.start(channel))

  return {
    id: crypto.randomUUID(),
    peer,
    /** Whether an offer was sent and has no answer yet. */
    isWaiting: () => peer.signalingState === 'have-local-offer',
    /** Sends the last description again, for a page that missed it. */
    sendDescriptionAgain: sendDescription,
    receive(signal: Signal): void {
      signalQueue = signalQueue.then(() => applySignal(signal)).catch(() => undefined)
    },
    setOutgoing(changed: Outgoing): void {
      outgoing = changed
      updateTracks()
      pulse.sendIfChanged()
    },
    /** Restarts ICE to find another path to the other browser. */
    restart: () => peer.restartIce(),
    close(): void {
      pulse.stop()
      peer.close()
    },
  }

  async function offer(): Promise<void> {
    try {
      isOffering = true
      await peer.setLocalDescription()
      sendDescription()
    } catch {
      // The connection was closed meanwhile, or the other side's offer came first and is answered instead.
    } finally {
      isOffering = false
    }
  }

  function sendDescription(): void {
    const { type, sdp } = peer.localDescription ?? {}
    if (sdp && (type === 'offer' || type === 'answer')) send({ description: { type, sdp } })
  }

  async function applySignal({ description, candidates = [] }: Signal): Promise<void> {
    if (description) {
      const isCollision = description.type === 'offer' && (isOffering || peer.signalingState !== 'stable')
      isIgnoringOffer = isLeading && isCollision
      if (isIgnoringOffer) return
      await peer.setRemoteDescription({ ...description, sdp: addVoiceSettings(description.sdp) })
      if (description.type === 'offer') {
        // Not earlier, because a new channel would make this side offer, too.
        openBoardChannel()
        updateTracks()
        await peer.setLocalDescription()
        sendDescription()
      }
    }
    for (const candidate of candidates) {
      await peer.addIceCandidate(candidate).catch((error: unknown) => {
        if (!isIgnoringOffer) throw error
      })
    }
  }

  /** Sets the current tracks on all transceivers, including those that the other side opened. */
  function updateTracks(): void {
    const { voice, picture } = outgoing
    if (picture) ensureVideoTransceiver()
    for (const transceiver of activeTransceivers()) {
      const { sender } = transceiver
      transceiver.direction = 'sendrecv'
      const track = getTrackKind(transceiver) === 'audio' ? voice : picture
      if (sender.track !== track) void sender.replaceTrack(track).then(applyLimits, () => undefined)
    }
    applyLimits()
  }

  function applyLimits(): void {
    limitSenders(peer.getSenders(), outgoing.limits)
  }

  /**
   * Adds a video transceiver when an audio call shares a screen. Only the leading side adds it: if both add one at the
   * same time, video is lost.
   */
  function ensureVideoTransceiver(): void {
    const hasVideo = activeTransceivers().some((transceiver) => getTrackKind(transceiver) === 'video')
    if (isLeading && !hasVideo) peer.addTransceiver('video')
  }

  function activeTransceivers(): RTCRtpTransceiver[] {
    return peer.getTransceivers().filter(({ currentDirection }) => currentDirection !== 'stopped')
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

function describeSending(outgoing: Outgoing): Sending {
  const { voice, picture, isScreen, audioOnly, mode, saver, concealed, retries, isBoardOpen } = outgoing
  const camera = (picture?.enabled ?? false) && mode === 'sent'
  const microphone = voice?.enabled ?? false
  const media = { camera, microphone, screen: isScreen, audioOnly, picture: mode }
  return { ...media, board: isBoardOpen, saver, concealed, retries }
}

function getTrackKind({ receiver }: RTCRtpTransceiver): string {
  return receiver.track.kind
}

type Candidate = NonNullable<Signal['candidates']>[number]
