import { Camera, Mic, VideoOff } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { deviceHelp } from '#app/call/devices/device-help.ts'
import { isVoice } from '#app/call/devices/level.ts'
import type { DeviceProblem } from '#app/call/devices/open-media.ts'
import type { Devices } from '#app/call/devices/use-devices.ts'
import { useLevel } from '#app/call/devices/use-level.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { CallType } from '#domain/sessions/contract.ts'

type Props = {
  callType: CallType
  devices: Devices
  /** Continues a video call without a camera. */
  onAudioInstead: (() => void) | undefined
}

/** Lets users check camera and microphone before they call. */
export function DeviceCheck({ callType, devices: { state, open }, onAudioInstead }: Props) {
  const name = callType === 'video' ? 'camera and microphone' : 'microphone'
  if (state.kind === 'ready') {
    return (
      <div className="overflow-hidden rounded-card border border-line bg-ink">
        {callType === 'video' && <SelfView media={state.media} />}
        <MicrophoneLevel media={state.media} />
      </div>
    )
  }
  if (state.kind === 'idle' || state.kind === 'asking') {
    const Icon = callType === 'video' ? Camera : Mic
    return (
      <div className="rounded-card border border-line bg-raised p-4">
        <Button variant="outline" busy={state.kind === 'asking'} onClick={() => void open()} className="w-full">
          <Icon className="size-4.5" aria-hidden="true" />
          Check {name}
        </Button>
        <p role="status" className="mt-2.5 text-center text-small text-quiet">
          {state.kind === 'asking'
            ? `Allow this page to use your ${name} when your browser asks.`
            : callType === 'video'
              ? 'Check how you look and sound first. Nobody else sees or hears you.'
              : 'Check that it works first. Your camera stays off.'}
        </p>
      </div>
    )
  }
  const canUseAudio = callType === 'video' && state.device !== 'microphone'
  return (
    <DeviceProblemNotice
      deviceProblem={state}
      onRetry={open}
      onAudioInstead={canUseAudio ? onAudioInstead : undefined}
    />
  )
}

/** Mirrored, because people are used to seeing themselves that way. */
function SelfView({ media }: { media: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = media
  }, [media])
  return (
    <video
      ref={video}
      autoPlay
      playsInline
      muted
      aria-label="Your own picture"
      className="aspect-video max-h-56 w-full -scale-x-100 object-cover"
    />
  )
}

function MicrophoneLevel({ media }: { media: MediaStream }) {
  const bar = useRef<HTMLSpanElement>(null)
  const [isWorking, setIsWorking] = useState(false)
  const onLevel = useCallback((level: number) => {
    if (bar.current) bar.current.style.scale = `${level} 1`
    if (isVoice(level)) setIsWorking(true)
  }, [])
  useLevel(media, onLevel)
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <Mic className="size-4.5 shrink-0 text-quiet" aria-hidden="true" />
      <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-line">
        <span ref={bar} data-testid="level" className="block size-full origin-left scale-x-0 rounded-full bg-good" />
      </span>
      <span role="status" className="text-small text-soft">
        {isWorking ? 'Your microphone works' : 'Say something'}
      </span>
    </div>
  )
}

type DeviceProblemProps = {
  deviceProblem: DeviceProblem
  onRetry(): void
  onAudioInstead: (() => void) | undefined
}

function DeviceProblemNotice({ deviceProblem, onRetry, onAudioInstead }: DeviceProblemProps) {
  const { title, text } = deviceHelp(deviceProblem, navigator.userAgent)
  return (
    <Notice
      tone="bad"
      title={title}
      announce
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="small" onClick={onRetry}>
            Try again
          </Button>
          {onAudioInstead && (
            <Button variant="outline" size="small" onClick={onAudioInstead}>
              <VideoOff className="size-4" aria-hidden="true" />
              Use audio only
            </Button>
          )}
        </div>
      }
    >
      {text}
    </Notice>
  )
}
