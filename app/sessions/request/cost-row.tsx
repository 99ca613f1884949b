import type { ReactNode } from 'react'

/** One figure of what something costs; said anew when it changes. */
export function CostRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-small text-soft">{name}</dt>
      <dd aria-live="polite" className="text-right font-semibold">
        {children}
      </dd>
    </div>
  )
}
