import type { DeviceProblem } from '#app/call/devices/open-media.ts'
import type { Sending } from '#app/call/engine/connection.ts'
import type { Quality } from '#app/call/engine/traffic.ts'
import type { Side } from '#domain/sessions/states.ts'
import type { ServerMessage, TopicState } from '#live/protocol.ts'

/** Everything about the call that this tab is in. */
export type CallView = OwnView & {
  sessionId: string
  side: Side
  /** As the server has it; null until it has said so. */
  session: TopicState<`session:${string}`> | null
  remote: MediaStream | null
  /** What the other side sends; null until it has said so. */
  other: Sending | null
  quality: Quality | null
  /** For some time the line has been too weak for pictures. */
  isWeak: boolean
  meter: Meter | null
  /** Nothing comes from the meter any more, so it does not hear this page either. */
  isMeterSilent: boolean
  /** Minutes left, when there are few. */
  warning: number | null
  /** The same person is in it from another page. */
  isElsewhere: boolean
  /** Why the server does not let this page in. */
  refusal: string | null
}

/** What this side gives into the call. */
export type OwnView = {
  local: MediaStream | null
  /** The screen that is shared, in the place of the camera's picture. */
  screen: MediaStreamTrack | null
  /** What cannot be used, and why. */
  trouble: DeviceProblem | null
  /** What went away in the middle of the call, and the name of what took its place. */
  replaced: { device: ChosenDevice | 'speaker'; by: string } | null
  muted: boolean
  cameraOff: boolean
  /** This side asks both to do without pictures, so that a weak line carries the voices. */
  audioOnly: boolean
  /** Where the other's voice is played; empty where the browser decides. */
  speaker: string
}

export type ChosenDevice = 'microphone' | 'camera'

/** What the meter said last, when it did, and which time was shown at that moment. */
export type Meter = Pick<MeterMessage, 'phase' | 'liveMs' | 'heldMs' | 'leftMs' | 'endsBy'> & {
  atMs: number
  shownMs: number
}

export type MeterMessage = Extract<ServerMessage, { type: 'meter' }>
