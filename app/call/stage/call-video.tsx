import { Volume2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { isScreenSeen } from '#app/call/controls/share-screen.tsx'
import type { CallView } from '#app/call/engine/call-view.ts'
import { isVideoOff } from '#app/call/engine/choose-outgoing.ts'
import type { CallScreen } from '#app/call/engine/call-screen.ts'
import { SpeakingEdge, SpeakingText, useSpeaking } from '#app/call/stage/speaking.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'

type Remote = {
  view: CallView
  name: string
  callScreen: CallScreen
  isSmall: boolean
  /** Text below the photo. */
  children: ReactNode
}

/** The other side: video when there is any, otherwise the photo, and always audio. */
export function RemotePicture({ view, name, callScreen, isSmall, children }: Remote) {
  const { remote, speaker, session, side, other } = view
  const photoUrl = side === 'student' ? session?.expertPhotoUrl : session?.studentPhotoUrl
  // A video element stays silent until its first frame, and a call may have no video, so audio has its own element.
  const voice = useOneTrack(remote, 'audio')
  const { ref: audio, isBlocked, play } = usePlayer<HTMLAudioElement>(voice)
  const { ref: video } = usePlayer<HTMLVideoElement>(useOneTrack(remote, 'video'))
  const isScreen = isScreenSeen(view)
  const isVideoExpected = isScreen || (session?.callType === 'video' && other?.camera !== false)
  const hasPicture = useHasVideo(video) && isVideoExpected
  const isSpeaking = useSpeaking(voice) && callScreen === 'connected'
  useSpeaker(audio, speaker)
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-8 p-6 text-center [@media(max-height:30rem)]:flex-row">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live conversation has no captions */}
      <audio ref={audio} autoPlay />
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label={hasPicture ? `${isScreen ? 'Screen' : 'Picture'} of ${name}` : `Voice of ${name}`}
        className={cx(
          'absolute inset-0 size-full object-contain transition-opacity',
          !hasPicture && 'opacity-0',
          callScreen === 'reconnecting' && 'opacity-40',
        )}
      />
      <SpeakingText name={name} isSpeaking={isSpeaking} />
      {hasPicture ? (
        <SpeakingEdge isSpeaking={isSpeaking} />
      ) : (
        <span
          className={cx(
            'relative rounded-full ring-4 ring-offset-4 ring-offset-ink transition-shadow',
            callScreen === 'ringing' ? 'animate-pulse ring-accent/60' : isSpeaking ? 'ring-good' : 'ring-line',
          )}
        >
          <Avatar name={name} src={photoUrl} size={isSmall ? 'large' : 'giant'} />
        </span>
      )}
      {children}
      {isBlocked && (
        <Button className="pointer-events-auto absolute" onClick={play}>
          <Volume2 className="size-5" aria-hidden="true" />
          Turn on sound
        </Button>
      )}
    </div>
  )
}

/** The user's own camera, mirrored; without a camera, a circle that shows whether they are heard. */
export function SelfView({ view, isPaused }: { view: CallView; isPaused: boolean }) {
  const { local, screen, muted } = view
  const isSpeaking = useSpeaking(muted ? null : local) && !isPaused
  // The other side does not see the camera while a screen is shared.
  if (!local || screen) return null
  const hasCamera = local.getVideoTracks().length > 0
  return (
    <div
      className={cx(
        'absolute right-4 bottom-4 overflow-hidden border border-line bg-raised shadow-float',
        hasCamera
          ? 'aspect-3/4 w-24 rounded-card sm:aspect-4/3 sm:w-44 [@media(max-height:30rem)]:w-28'
          : 'flex size-14 items-center justify-center rounded-full',
        isPaused && 'opacity-50',
      )}
    >
      {hasCamera ? <Mirror view={view} /> : <p className="text-small font-semibold text-soft">You</p>}
      <SpeakingEdge isSpeaking={isSpeaking} />
    </div>
  )
}

function Mirror({ view }: { view: CallView }) {
  const { ref } = usePlayer<HTMLVideoElement>(view.local)
  const isCameraOff = view.cameraOff || isVideoOff(view)
  const isPaused = !isCameraOff && view.picture !== 'sent'
  return (
    <>
      <video
        ref={ref}
        autoPlay
        playsInline
        muted
        aria-label="Your own picture"
        className={cx('size-full -scale-x-100 object-cover', isCameraOff && 'invisible', isPaused && 'opacity-40')}
      />
      {isCameraOff && (
        <p className="absolute inset-0 flex items-center justify-center text-small text-quiet">Camera off</p>
      )}
      {isPaused && <p className="absolute inset-0 flex items-center justify-center text-small font-semibold">Paused</p>}
    </>
  )
}

/** Plays a stream. `isBlocked` is true when the browser needs a tap before it plays sound. */
function usePlayer<Player extends HTMLMediaElement>(stream: MediaStream | null) {
  const element = useRef<Player>(null)
  const [isBlocked, setIsBlocked] = useState(false)
  const play = () => {
    element.current?.play().then(
      () => setIsBlocked(false),
      (error: unknown) => setIsBlocked(error instanceof DOMException && error.name === 'NotAllowedError'),
    )
  }
  useEffect(() => {
    if (!element.current || element.current.srcObject === stream) return
    element.current.srcObject = stream
    if (stream) play()
  }, [stream])
  return { ref: element, isBlocked, play }
}

/** Returns the same stream while the track stays the same, so that playback has no gaps. */
function useOneTrack(stream: MediaStream | null, kind: 'audio' | 'video'): MediaStream | null {
  const track = stream?.getTracks().find((candidate) => candidate.kind === kind) ?? null
  return useMemo(() => track && new MediaStream([track]), [track])
}

/** Plays through this speaker, if the browser supports it and the device is available. */
function useSpeaker(player: RefObject<HTMLAudioElement | null>, speaker: string): void {
  useEffect(() => {
    const element = player.current
    if (!element || !('setSinkId' in element) || element.sinkId === speaker) return
    element.setSinkId(speaker).catch(() => element.setSinkId('').catch(() => undefined))
  }, [player, speaker])
}

/** Whether video frames arrive. Reads the player, because a track can report muted while frames arrive. */
function useHasVideo(player: RefObject<HTMLVideoElement | null>): boolean {
  const [hasVideo, setHasVideo] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const updateHasVideo = () => setHasVideo((player.current?.videoWidth ?? 0) > 0)
    for (const event of ['resize', 'loadedmetadata', 'emptied'])
      player.current?.addEventListener(event, updateHasVideo, { signal: listening.signal })
    return () => listening.abort()
  }, [player])
  return hasVideo
}
