import type { ReactNode } from 'react'

type Props = { title: string; children?: ReactNode; action?: ReactNode }

/** Header of every team page: title, one-line description and main action. */
export function TeamHeading({ title, children, action }: Props) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <title>{`${title} · Team`}</title>
        <h1 className="text-title wrap-anywhere">{title}</h1>
        {children && <p className="mt-1 max-w-prose text-soft">{children}</p>}
      </div>
      {action}
    </div>
  )
}
