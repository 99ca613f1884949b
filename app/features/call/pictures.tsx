import { Volume2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Stage } from '#app/features/call/stage.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

type Remote = {
  stream: MediaStream | null
  name: string
  stage: Stage
  /** Whether a picture is to be expected. */
  hasCamera: boolean
  isSmall: boolean
  /** What is said under the face. */
  children: ReactNode
}

/** The other person: the picture when there is one, the face or the initials when there is none, the voice always. */
export function RemotePicture({ stream, name, stage, hasCamera, isSmall, children }: Remote) {
  const { attach, blocked, play } = usePlayer(stream)
  const hasPicture = useHasPicture(stream) && hasCamera
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-8 p-6 text-center [@media(max-height:30rem)]:flex-row">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody writes captions of a conversation while it is held */}
      <video
        ref={attach}
        autoPlay
        playsInline
        aria-label={hasPicture ? `Picture of ${name}` : `Voice of ${name}`}
        className={cx(
          'absolute inset-0 size-full object-contain transition-opacity',
          !hasPicture && 'opacity-0',
          stage === 'reconnecting' && 'opacity-40',
        )}
      />
      {!hasPicture && (
        <span
          className={cx(
            'relative rounded-full ring-4 ring-offset-4 ring-offset-ink',
            stage === 'ringing' ? 'animate-pulse ring-accent/60' : 'ring-line',
          )}
        >
          <Avatar name={name} size={isSmall ? 'large' : 'giant'} />
        </span>
      )}
      {children}
      {blocked && (
        <Button className="absolute" onClick={play}>
          <Volume2 className="size-5" aria-hidden="true" />
          Turn on sound
        </Button>
      )}
    </div>
  )
}

/** Oneself, as in a mirror. */
export function SelfView(props: { stream: MediaStream | null; cameraOff: boolean; isPaused: boolean }) {
  const { stream, cameraOff, isPaused } = props
  const { attach } = usePlayer(stream)
  if (!stream?.getVideoTracks().length) return null
  return (
    <div
      className={cx(
        'absolute right-4 bottom-4 aspect-3/4 w-24 overflow-hidden rounded-card border border-line bg-raised shadow-float sm:aspect-4/3 sm:w-44 [@media(max-height:30rem)]:w-28',
        isPaused && 'opacity-50',
      )}
    >
      <video
        ref={attach}
        autoPlay
        playsInline
        muted
        aria-label="Your own picture"
        className={cx('size-full -scale-x-100 object-cover', cameraOff && 'invisible')}
      />
      {cameraOff && (
        <p className="absolute inset-0 flex items-center justify-center text-small text-quiet">Camera off</p>
      )}
    </div>
  )
}

/** Shows a stream. Where the browser wants a tap before there is sound, `blocked` says so. */
function usePlayer(stream: MediaStream | null) {
  const element = useRef<HTMLVideoElement>(null)
  const [blocked, setBlocked] = useState(false)
  const play = () => {
    element.current?.play().then(
      () => setBlocked(false),
      (error: unknown) => setBlocked(error instanceof DOMException && error.name === 'NotAllowedError'),
    )
  }
  useEffect(() => {
    if (!element.current || element.current.srcObject === stream) return
    element.current.srcObject = stream
    if (stream) play()
  }, [stream])
  return { attach: element, blocked, play }
}

/** Whether pictures come: a track is silent until the first one. */
function useHasPicture(stream: MediaStream | null): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const look = () => setHas(stream?.getVideoTracks().some(({ muted }) => !muted) ?? false)
    for (const track of stream?.getVideoTracks() ?? []) {
      track.addEventListener('mute', look, { signal: listening.signal })
      track.addEventListener('unmute', look, { signal: listening.signal })
    }
    look()
    return () => listening.abort()
  }, [stream])
  return has
}
