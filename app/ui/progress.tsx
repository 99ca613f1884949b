import { type ReactNode, useId } from 'react'
import { cx } from '#app/ui/cx.ts'

type Props = {
  label: ReactNode
  /** Omit it while the duration is unknown. */
  value?: number
  max?: number
  /** The state as text when percent is not enough: '1,240 of 3,000 rows'. */
  text?: string
  className?: string
}

export function Progress({ label, value, max = 100, text, className }: Props) {
  const id = useId()
  const shownText = text ?? (value === undefined ? undefined : `${Math.round((value / max) * 100)}%`)
  return (
    <div className={className}>
      <div className="mb-2 flex items-baseline justify-between gap-3 text-small">
        <label htmlFor={id} className="min-w-0 font-medium">
          {label}
        </label>
        {shownText && <span className="figures text-soft">{shownText}</span>}
      </div>
      <div className="relative h-2 overflow-hidden rounded-full bg-line">
        <progress
          id={id}
          value={value}
          max={max}
          aria-valuetext={text}
          className={cx(
            'absolute inset-0 size-full appearance-none border-0 bg-transparent [&::-webkit-progress-bar]:bg-transparent',
            '[&::-moz-progress-bar]:rounded-full [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:transition-[inline-size]',
            value === undefined
              ? '[&::-moz-progress-bar]:bg-transparent'
              : '[&::-moz-progress-bar]:bg-text [&::-webkit-progress-value]:bg-text',
          )}
        />
        {value === undefined && (
          <span className="block h-full w-2/5 animate-[progress-run_1.1s_ease-in-out_infinite] rounded-full bg-text motion-reduce:w-full motion-reduce:opacity-40" />
        )}
      </div>
    </div>
  )
}
