import type { ReactNode } from 'react'

/** Labels and values beside each other, under each other on a phone. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-quiet">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
