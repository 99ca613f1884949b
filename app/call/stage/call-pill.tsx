import { MicOff, SignalHigh, SignalLow, SignalMedium, SignalZero, VideoOff } from 'lucide-react'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Sending } from '#app/call/engine/connection.ts'
import { clockWords, costSoFar, leftWords, minutesLeft, sharedMs } from '#app/call/engine/stage.ts'
import type { Quality } from '#app/call/engine/traffic.ts'
import { useTicks } from '#app/call/engine/use-call.ts'
import { cx } from '#app/ui/cx.ts'
import type { CallType } from '#domain/sessions/contract.ts'

/** Time, money and what is left of it, in one quiet place. */
export function CallPill({ view, isShort = false }: { view: CallView; isShort?: boolean }) {
  const { session, meter, side } = view
  const nowMs = useTicks()
  if (!session) return null
  const ms = sharedMs(meter, nowMs)
  const left = minutesLeft(meter, nowMs, session.minuteMs)
  const cost = costSoFar(ms, side, session)
  return (
    <div
      role="group"
      aria-label="Time and money"
      className="figures flex shrink-0 items-center gap-3 rounded-full border border-line bg-ink/80 px-4 py-2 text-small"
    >
      <span role="timer" aria-label="Shared time" className="font-semibold">
        {clockWords(ms)}
      </span>
      <span>
        <span className="sr-only">{side === 'student' ? 'Cost so far' : 'Earned so far'} </span>
        {cost}
      </span>
      {left !== null && !isShort && (
        <span className={left < 3 ? 'text-accent' : 'text-soft'}>{leftWords(left)}</span>
      )}
    </div>
  )
}

const qualities = {
  good: { words: 'Good connection', icon: SignalHigh, look: 'text-good' },
  weak: { words: 'Weak connection', icon: SignalMedium, look: 'text-accent' },
  poor: { words: 'Poor connection', icon: SignalLow, look: 'text-bad' },
  lost: { words: 'No connection', icon: SignalZero, look: 'text-bad' },
}

export function LineQuality({ quality }: { quality: Quality | null }) {
  if (!quality) return null
  const { words, icon: Icon, look } = qualities[quality]
  return (
    <p className={cx('flex items-center gap-1.5 text-small whitespace-nowrap', look)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {words}
    </p>
  )
}

/** The other person is silent or unseen by choice, which is no fault of the line. */
export function WhatIsOff({ camera, microphone, callType }: Sending & { callType: CallType | undefined }) {
  const isDark = callType === 'video' && !camera
  if (microphone && !isDark) return null
  const Icon = microphone ? VideoOff : MicOff
  const words = microphone ? 'Camera off' : isDark ? 'Muted, camera off' : 'Muted'
  return (
    <p className="flex items-center gap-1.5 text-small whitespace-nowrap text-soft">
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {words}
    </p>
  )
}
