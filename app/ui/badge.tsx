import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

const tones = {
  neutral: 'border-line bg-line/60 text-soft',
  good: 'border-good/30 bg-good/10 text-good',
  bad: 'border-bad/30 bg-bad/10 text-bad',
  info: 'border-info/30 bg-info/10 text-info',
  accent: 'border-accent/30 bg-accent/10 text-accent',
}

export type Tone = keyof typeof tones

type Props = {
  /** The text: colour alone never carries the meaning. */
  children: ReactNode
  tone?: Tone
  icon?: ReactNode
  className?: string
}

export function Badge({ children, tone = 'neutral', icon, className }: Props) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-small font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {icon && (
        <span aria-hidden="true" className="-ml-0.5 [&>svg]:size-3.5">
          {icon}
        </span>
      )}
      {children}
    </span>
  )
}
