import { MicOff, SignalHigh, SignalLow, SignalMedium, SignalZero, VideoOff } from 'lucide-react'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Sending } from '#app/call/engine/pulse.ts'
import { clockText, costSoFar, sharedMs } from '#app/call/engine/call-screen.ts'
import type { Quality } from '#app/call/engine/traffic.ts'
import { useAnimationClock } from '#app/call/engine/use-call.ts'
import { pillText } from '#app/call/stage/time-left.ts'
import { cx } from '#app/ui/cx.ts'
import type { CallType } from '#domain/sessions/contract.ts'

type PillProps = { view: CallView; minutesLeft: number | null; isShort?: boolean }

/** Shows shared time, cost and time left. */
export function CallPill({ view, minutesLeft, isShort = false }: PillProps) {
  const { session, meter, side, warning } = view
  const nowMs = useAnimationClock()
  if (!session) return null
  const ms = sharedMs(meter, nowMs)
  const cost = costSoFar(ms, side, session)
  return (
    <div
      role="group"
      aria-label="Time and money"
      className="figures flex shrink-0 items-center gap-3 rounded-full border border-line bg-ink/80 px-4 py-2 text-small"
    >
      <span role="timer" aria-label="Shared time" className="font-semibold">
        {clockText(ms)}
      </span>
      <span>
        <span className="sr-only">{side === 'student' ? 'Cost so far' : 'Earned so far'} </span>
        {cost}
      </span>
      {minutesLeft !== null && !isShort && (
        <span className={warning === null ? 'text-soft' : 'text-accent'}>{pillText(minutesLeft)}</span>
      )}
    </div>
  )
}

const qualities = {
  good: { text: 'Good connection', icon: SignalHigh, style: 'text-good' },
  weak: { text: 'Weak connection', icon: SignalMedium, style: 'text-accent' },
  poor: { text: 'Poor connection', icon: SignalLow, style: 'text-bad' },
  lost: { text: 'No connection', icon: SignalZero, style: 'text-bad' },
}

export function LineQuality({ quality }: { quality: Quality | null }) {
  if (!quality) return null
  const { text, icon: Icon, style } = qualities[quality]
  return (
    <p className={cx('flex items-center gap-1.5 text-small whitespace-nowrap', style)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {text}
    </p>
  )
}

/** Explains why nothing is heard or seen: the other side is muted, or its camera is off, or its picture is paused. */
export function MutedMedia({
  camera,
  microphone,
  picture = 'sent',
  callType,
}: Pick<Sending, 'camera' | 'microphone' | 'picture'> & { callType: CallType | undefined }) {
  const isCameraOff = callType === 'video' && !camera
  if (microphone && !isCameraOff) return null
  const Icon = microphone ? VideoOff : MicOff
  const pictureText = picture === 'sent' ? 'Camera off' : 'Picture paused'
  const text = microphone ? pictureText : isCameraOff ? `Muted, ${pictureText.toLowerCase()}` : 'Muted'
  return (
    <p className="flex items-center gap-1.5 text-small whitespace-nowrap text-soft">
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {text}
    </p>
  )
}
