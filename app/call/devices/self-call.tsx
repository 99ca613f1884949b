import { useCallback, useEffect, useRef, useState } from 'react'
import { connectToSelf } from '#app/call/devices/connect-to-self.ts'
import { isVoice } from '#app/call/devices/level.ts'
import { useLevel } from '#app/call/devices/use-level.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Switch } from '#app/ui/switch.tsx'

type Props = {
  media: MediaStream
  /** Called once, when voice and picture have arrived. */
  onArrived(): void
  onRetry(): void
}

/** Shows what arrives at the other end of a call. */
export function SelfCall({ media, onArrived, onRetry }: Props) {
  const [received, setReceived] = useState<MediaStream>()
  const [hasFailed, setHasFailed] = useState(false)
  const trackCount = media.getTracks().length
  useEffect(() => connectToSelf({ media, onReceived: setReceived, onFailed: () => setHasFailed(true) }), [media])
  if (hasFailed) {
    return (
      <Notice
        tone="bad"
        title="The test call did not connect"
        announce
        action={
          <Button variant="outline" size="small" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        Close other programs that use your camera, or try another browser.
      </Notice>
    )
  }
  if (received?.getTracks().length !== trackCount) {
    return (
      <p role="status" className="text-soft">
        Connecting you with yourself...
      </p>
    )
  }
  return <Received media={received} onArrived={onArrived} />
}

function Received({ media, onArrived }: Pick<Props, 'media' | 'onArrived'>) {
  const video = useRef<HTMLVideoElement>(null)
  const hasArrived = useRef(false)
  const [hasVoice, setHasVoice] = useState(false)
  const [hasPicture, setHasPicture] = useState(false)
  const [isAudible, setIsAudible] = useState(false)
  useEffect(() => {
    if (video.current) video.current.srcObject = media
  }, [media])
  useEffect(() => {
    if (video.current) video.current.muted = !isAudible
  }, [isAudible])
  const onLevel = useCallback((level: number) => {
    if (isVoice(level)) setHasVoice(true)
  }, [])
  useLevel(media, onLevel)
  useEffect(() => {
    if (!hasVoice || !hasPicture || hasArrived.current) return
    hasArrived.current = true
    onArrived()
  }, [hasVoice, hasPicture, onArrived])
  return (
    <div className="overflow-hidden rounded-card border border-line bg-ink">
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label="What a student sees of you"
        onLoadedData={() => setHasPicture(true)}
        className="aspect-video max-h-56 w-full object-cover"
      />
      <div className="px-4 py-3">
        <p role="status" className="text-small text-soft">
          {hasPicture ? 'Your picture arrives. ' : 'Waiting for your picture. '}
          {hasVoice ? 'Your voice arrives.' : 'Say something.'}
        </p>
        <Switch
          checked={isAudible}
          onClick={() => setIsAudible(!isAudible)}
          label="Play my voice"
          hint="Use headphones, so that it does not echo."
        />
      </div>
    </div>
  )
}
