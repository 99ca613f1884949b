import { type Level, levelKbps } from '#app/call/engine/picture-control.ts'
import { voiceBitrate } from '#app/call/engine/voice-settings.ts'

/** The media that may be sent, limited by the line and by the data savers of both sides. */
export type Limits = { isPictureSent: boolean; level: Level; isScreen: boolean; isSaving: boolean }

/** A small picture of a face is better than a large one that freezes. */
const camera: Record<Level, { height: number; framerate: number }> = {
  lowest: { height: 180, framerate: 10 },
  low: { height: 270, framerate: 15 },
  medium: { height: 360, framerate: 20 },
  high: { height: 720, framerate: 30 },
}
/** A shared screen is read, so it keeps its size and changes less often. */
const screen: Record<Level, { height: number; framerate: number }> = {
  lowest: { height: 720, framerate: 1 },
  low: { height: 1_080, framerate: 3 },
  medium: { height: 1_080, framerate: 5 },
  high: { height: 1_080, framerate: 15 },
}
/** A new size needs a key frame, which delays the voice. A slightly smaller size is not worth that. */
const leastScale = 1.25
/** For text, these need much less data than VP8. Cameras use VP8, which costs phones the least power. */
const screenCodecs = ['video/AV1', 'video/VP9']

type Encoding = RTCRtpEncodingParameters & { codec?: RTCRtpCodec }

/** Chooses the settings of an encoding of this track. */
export function chooseEncoding(
  track: Pick<MediaStreamTrack, 'kind' | 'getSettings'>,
  { isPictureSent, level, isScreen, isSaving }: Limits,
): Encoding {
  if (track.kind === 'audio') {
    return {
      maxBitrate: voiceBitrate,
      priority: 'high',
      networkPriority: 'high',
    }
  }
  const usedLevel = isSaving ? savingLevel(level, isScreen) : level
  const { height, framerate } = (isScreen ? screen : camera)[usedLevel]
  const scale = (track.getSettings().height ?? height) / height
  return {
    active: isPictureSent,
    maxBitrate: levelKbps[usedLevel] * 1_000,
    maxFramerate: framerate,
    scaleResolutionDownBy: scale >= leastScale || !isScreen ? Math.max(1, scale) : 1,
  }
}

function savingLevel(level: Level, isScreen: boolean): Level {
  return isScreen && level !== 'lowest' ? 'low' : 'lowest'
}

/** Applies the limits to senders, each only when something has changed. */
export function createSendLimits() {
  const applied = new WeakMap<RTCRtpSender, string>()
  return (senders: RTCRtpSender[], limits: Limits): void => {
    for (const sender of senders) {
      const { track } = sender
      const parameters = track && sender.getParameters()
      // Some browsers have no encoding before the first description.
      const encoding = parameters?.encodings[0] as Encoding | undefined
      if (!track || !parameters || !encoding) continue
      const wanted = chooseEncoding(track, limits)
      const key = JSON.stringify([track.id, wanted, limits.isScreen])
      if (applied.get(sender) === key) continue
      applied.set(sender, key)
      Object.assign(encoding, wanted)
      if (track.kind === 'video') {
        parameters.degradationPreference = limits.isScreen ? 'maintain-resolution' : 'balanced'
        encoding.codec = limits.isScreen ? findCodec(parameters.codecs) : undefined
        if (!encoding.codec) delete encoding.codec
      }
      sender.setParameters(parameters).catch(() => applied.delete(sender))
    }
  }
}

function findCodec(codecs: RTCRtpCodec[]): RTCRtpCodec | undefined {
  return screenCodecs.map((name) => codecs.find(({ mimeType }) => mimeType === name)).find(Boolean)
}
