import type { DeviceProblem } from '#app/call/devices/open-media.ts'
import type { Sending } from '#app/call/engine/pulse.ts'
import type { Level, PictureMode } from '#app/call/engine/picture-control.ts'
import type { Quality } from '#app/call/engine/traffic.ts'
import type { Side } from '#domain/sessions/states.ts'
import type { ServerMessage, TopicState } from '#live/protocol.ts'

/** The state of this tab's call. */
export type CallView = OwnView & {
  sessionId: string
  side: Side
  /** The session on the server; null until received. */
  session: TopicState<`session:${string}`> | null
  remote: MediaStream | null
  /** The media that the other side sends; null until received. */
  other: Omit<Sending, 'concealed'> | null
  /** Carries the board's changes to the other page immediately; null until it is open for the first time. */
  boardChannel: RTCDataChannel | null
  quality: Quality | null
  /** Whether this side's picture is sent or paused, and with how much data. */
  picture: PictureMode
  level: Level
  meter: Meter | null
  /** The meter has stopped replying, so it may not receive this page's heartbeats either. */
  isMeterSilent: boolean
  /** The last warning that was due; null while enough minutes are left. */
  warning: number | null
  /** The same user is in the call on another page. */
  isElsewhere: boolean
  /** The reason why the server refused the join. */
  refusal: string | null
}

/** The media and choices of this side. */
export type OwnView = {
  local: MediaStream | null
  /** The shared screen, sent instead of the camera. */
  screen: MediaStreamTrack | null
  /** The device that cannot be used, and the reason. */
  deviceProblem: DeviceProblem | null
  /** The device that was lost during the call, and the name of its replacement. */
  replaced: { device: ChosenDevice | 'speaker'; by: string } | null
  muted: boolean
  cameraOff: boolean
  /** This side has turned video off for both sides, so that a weak connection can carry the audio. */
  audioOnly: boolean
  /** Both sides use little data, because this side pays for it. */
  saver: boolean
  isBoardOpen: boolean
  /** Output device for the other side's audio; empty for the browser's default. */
  speaker: string
}

/** The part of the call that own devices, screen and speaker read and change. */
export type OwnMediaContext = {
  view(): CallView
  change(changes: Partial<OwnView>): void
  /** Must be called when tracks have changed. */
  applyToTracks(): void
  /** Aborted when the call is closed. */
  signal: AbortSignal
}

export type ChosenDevice = 'microphone' | 'camera'

/** The last meter message, when it arrived, and the time that was shown at that moment. */
export type Meter = Pick<MeterMessage, 'phase' | 'liveMs' | 'heldMs' | 'leftMs' | 'endsBy'> & {
  atMs: number
  shownMs: number
}

export type MeterMessage = Extract<ServerMessage, { type: 'meter' }>
