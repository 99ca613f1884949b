import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

type Props = {
  heading: string
  level?: 2 | 3 | 4
  icon?: ReactNode
  children?: ReactNode
  /** The next step for the user. */
  action?: ReactNode
  className?: string
}

export function EmptyState({ heading, level = 3, icon, children, action, className }: Props) {
  const Heading = `h${level}` as const
  return (
    <div
      className={cx(
        'flex flex-col items-center rounded-card border border-dashed border-line px-6 py-12 text-center',
        className,
      )}
    >
      {icon && (
        <span
          aria-hidden="true"
          className="mb-4 flex size-12 items-center justify-center rounded-full bg-float text-quiet [&>svg]:size-6"
        >
          {icon}
        </span>
      )}
      <Heading className="text-lead font-semibold">{heading}</Heading>
      {children && <p className="mt-1.5 max-w-96 text-balance text-soft">{children}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
