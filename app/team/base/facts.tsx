import type { ReactNode } from 'react'

/** Label and value pairs in two columns, or one column on a phone. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">{children}</dl>
}

type Props = { label: string; wide?: boolean; children: ReactNode }

export function Fact({ label, wide = false, children }: Props) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-full' : 'min-w-0'}>
      <dt className="text-small text-quiet">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  )
}
