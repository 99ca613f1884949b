import type { ReactNode } from 'react'

type Props = { children: ReactNode; action?: ReactNode; urgent?: boolean }

/** One thing that somebody in a call should know now, and what can be done about it. */
export function Strip({ children, action, urgent = false }: Props) {
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className="flex flex-wrap items-center gap-3 rounded-card border border-accent/40 bg-ink/90 px-4 py-3 text-small"
    >
      <p className="min-w-0 flex-1 basis-48">{children}</p>
      {action}
    </div>
  )
}
