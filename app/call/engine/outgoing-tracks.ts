import type { PictureMode } from '#app/call/engine/picture-control.ts'
import type { Sending } from '#app/call/engine/pulse.ts'
import { createSendLimits, type Limits } from '#app/call/engine/send-limits.ts'

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

type Options = { peer: RTCPeerConnection; isLeading: boolean; outgoing: Outgoing }

/** Puts the outgoing tracks on a connection, within their limits. */
export function createOutgoingTracks({ peer, isLeading, outgoing: initialOutgoing }: Options) {
  let outgoing = initialOutgoing
  const limitSenders = createSendLimits()

  return {
    set(changed: Outgoing): void {
      outgoing = changed
      update()
    },
    update,
    ensureVideoTransceiver,
    applyLimits,
    describe: () => describeSending(outgoing),
  }

  /** Sets the current tracks on all transceivers, including those that the other side opened. */
  function update(): void {
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
