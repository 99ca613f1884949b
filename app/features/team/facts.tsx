import type { ReactNode } from 'react'

/** Facts about one thing, a line each; those that there are none of are left out. */
export function Facts({ facts }: { facts: [label: string, value: ReactNode][] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label} className="contents">
            <dt className="text-small text-quiet sm:pt-0.5">{label}</dt>
            <dd className="min-w-0 whitespace-pre-line wrap-anywhere max-sm:mb-1.5">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
