import type { ReactNode } from 'react'

/**
 * A notice in a call, with an optional action. It is visual only: the state caption announces changes to screen
 * readers, once.
 */
export function CallNotice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-accent/40 bg-ink/90 px-3 py-2 text-small sm:px-4">
      <p className="min-w-0 flex-1 basis-20 py-1">{children}</p>
      {action}
    </div>
  )
}
