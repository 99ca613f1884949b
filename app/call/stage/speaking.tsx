import { MicOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { openLevelMeter } from '#app/call/devices/level-meter.ts'
import { isVoice } from '#app/call/devices/level.ts'
import { closeMedia } from '#app/call/devices/open-media.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import { cx } from '#app/ui/cx.ts'

const listenEveryMs = 100
/** Bridges short pauses between words. */
const pauseMs = 600
const hintMs = 3_000

/** Whether someone is speaking in this stream. */
export function useSpeaking(stream: MediaStream | null, { holdMs = pauseMs, includesMuted = false } = {}): boolean {
  const [isSpeaking, setIsSpeaking] = useState(false)
  useEffect(() => {
    if (!stream?.getAudioTracks().length) return undefined
    const listenedStream = includesMuted ? copyUnmuted(stream) : stream
    const levelMeter = openLevelMeter(listenedStream)
    let lastVoiceAtMs = -Infinity
    const timer = setInterval(() => {
      if (isVoice(levelMeter.readLevel())) lastVoiceAtMs = performance.now()
      setIsSpeaking(performance.now() - lastVoiceAtMs < holdMs)
    }, listenEveryMs)
    return () => {
      clearInterval(timer)
      levelMeter.close()
      if (listenedStream !== stream) closeMedia(listenedStream)
      setIsSpeaking(false)
    }
  }, [stream, holdMs, includesMuted])
  return isSpeaking
}

/** A copy of the microphone track for this page only, because a muted track is silent here, too. */
function copyUnmuted(stream: MediaStream): MediaStream {
  const tracks = stream.getAudioTracks().map((track) => track.clone())
  for (const track of tracks) track.enabled = true
  return new MediaStream(tracks)
}

/** Highlights the edge of a video while that person speaks. */
export function SpeakingEdge({ isSpeaking }: { isSpeaking: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'pointer-events-none absolute inset-0 rounded-[inherit] ring-3 ring-good transition-opacity ring-inset',
        !isSpeaking && 'opacity-0',
      )}
    />
  )
}

/** Readable by screen readers but never announced: announcements would talk over the conversation. */
export function SpeakingText({ name, isSpeaking }: { name: string; isSpeaking: boolean }) {
  return <span className="sr-only">{isSpeaking && `${name} is speaking`}</span>
}

/** Warns users who speak while they are muted. */
export function MutedHint({ view: { muted, local } }: { view: CallView }) {
  const isSpeaking = useSpeaking(muted ? local : null, { holdMs: hintMs, includesMuted: true })
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 bottom-20 flex justify-center">
      {isSpeaking && (
        <p className="flex items-center gap-2 rounded-full border border-line bg-ink/90 px-4 py-2 text-small">
          <MicOff className="size-4 shrink-0 text-accent" aria-hidden="true" />
          You are muted
        </p>
      )}
    </div>
  )
}
