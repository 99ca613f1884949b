import { callPrice } from '#app/pages/call-price.ts'
import { Mic, MonitorUp, PhoneOff, Video } from 'lucide-react'
import { sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import { clockText } from '#kernel/time.ts'

const exampleSeconds = 4 * 60 + 12

/** A drawing of a metered call. It is decorative, so screen readers skip it. */
export function CallIllustration() {
  return (
    <div aria-hidden="true" className="mx-auto w-full max-w-110 select-none">
      <div className="overflow-hidden rounded-card border border-line bg-raised shadow-float">
        <Participants />
        <SharedPage />
        <Controls />
        <Meter />
      </div>
      <p className="mt-3 text-center text-small text-quiet">Illustration of a call</p>
    </div>
  )
}

function Participants() {
  return (
    <div className="flex items-center gap-3 px-4 py-3.5">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-info text-small font-bold text-ink">
        RN
      </span>
      <p className="leading-tight">
        <span className="block font-semibold">Ravi</span>
        <span className="mt-0.5 flex items-center gap-1.5 text-small text-good">
          <span className="size-2 rounded-full bg-good" />
          Connected
        </span>
      </p>
      <p className="figures ml-auto rounded-full border border-accent/40 bg-accent/10 px-3.5 py-1.5 font-semibold text-accent">
        {clockText(exampleSeconds)} · {formatRupees(callPrice(exampleSeconds).pricePaise)}
      </p>
    </div>
  )
}

/** A shared drawing: the curve of a thrown ball. A dashed line marks its highest point, where the slope is 0. */
function SharedPage() {
  return (
    <div className="border-y border-line bg-ink pb-4">
      <svg viewBox="0 0 440 244" className="block w-full" fill="none" strokeLinecap="round">
        <defs>
          <pattern id="page-dots" width="20" height="20" patternUnits="userSpaceOnUse">
            <circle cx="10" cy="10" r="1" fill="var(--color-line)" />
          </pattern>
        </defs>
        <rect width="440" height="244" fill="url(#page-dots)" />
        <path d="M40 22v206h372" stroke="var(--color-line-strong)" strokeWidth="1.5" />
        <path d="M40 228C100 20 260 20 320 228" stroke="var(--color-text)" strokeWidth="3" />
        <path d="M92 72h190" stroke="var(--color-accent)" strokeWidth="2" strokeDasharray="2 8" />
        <path d="M180 84v138" stroke="var(--color-line-strong)" strokeWidth="1.5" strokeDasharray="1 7" />
        <circle cx="180" cy="72" r="7" fill="var(--color-accent)" />
        <circle cx="180" cy="72" r="14" stroke="var(--color-accent)" strokeOpacity="0.35" strokeWidth="2" />
        <g fill="var(--color-soft)" fontSize="15" stroke="none">
          <text x="178" y="44" textAnchor="middle" fill="var(--color-accent)" fontWeight="600">
            slope = 0
          </text>
          <text x="52" y="36">
            height
          </text>
          <text x="410" y="218" textAnchor="end">
            time
          </text>
        </g>
      </svg>
      <p className="mx-4 ml-auto w-fit rounded-card rounded-br-none bg-float px-3.5 py-2 text-small text-soft">
        Ek baar phir samjhao?
      </p>
    </div>
  )
}

function Controls() {
  const roundStyle = 'flex size-11 items-center justify-center rounded-full'
  return (
    <div className="flex justify-center gap-3 py-4">
      <span className={`${roundStyle} bg-float text-text`}>
        <Mic className="size-5" />
      </span>
      <span className={`${roundStyle} bg-float text-text`}>
        <Video className="size-5" />
      </span>
      <span className={`${roundStyle} bg-float text-text`}>
        <MonitorUp className="size-5" />
      </span>
      <span className={`${roundStyle} bg-bad-deep text-text`}>
        <PhoneOff className="size-5" />
      </span>
    </div>
  )
}

/** One bar per started minute; the last bar is partly filled. */
function Meter() {
  const { minutes, pricePaise } = callPrice(exampleSeconds)
  const runningPercent = ((exampleSeconds % 60) / 60) * 100
  return (
    <div className="border-t border-line px-4 py-4">
      <div className="flex gap-1.5">
        {Array.from({ length: minutes }, (_, minute) => (
          <span key={minute} className="h-1.5 flex-1 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full bg-accent"
              style={{ width: minute === minutes - 1 ? `${runningPercent}%` : '100%' }}
            />
          </span>
        ))}
      </div>
      <p className="figures mt-3 flex justify-between gap-4 text-small text-quiet">
        <span>
          {minutes} started minutes × {formatRupees(sessionRatePaisePerMinute)}
        </span>
        <span className="font-semibold text-text">{formatRupees(pricePaise)}</span>
      </p>
    </div>
  )
}
