import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

const tones = {
  info: { style: 'border-info/30 bg-info/8', icon: <Info className="text-info" /> },
  good: { style: 'border-good/30 bg-good/8', icon: <CircleCheck className="text-good" /> },
  bad: { style: 'border-bad/40 bg-bad/8', icon: <CircleAlert className="text-bad" /> },
}

type Props = {
  tone?: keyof typeof tones
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Set for a notice that appears after a user action: screen readers announce it. */
  announce?: boolean
  className?: string
}

/** Inline information that the user should read before they continue. */
export function Notice({ tone = 'info', title, children, action, announce = false, className }: Props) {
  const role = tone === 'bad' ? 'alert' : 'status'
  return (
    <div
      role={announce ? role : undefined}
      className={cx('flex gap-3 rounded-card border p-4', tones[tone].style, className)}
    >
      <span aria-hidden="true" className="mt-0.5 shrink-0 [&>svg]:size-5">
        {tones[tone].icon}
      </span>
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={cx('text-small text-soft', !title && 'pt-0.5')}>{children}</div>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  )
}
