import type { ReactNode } from 'react'

/** One cost figure. Screen readers announce its changes. */
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
