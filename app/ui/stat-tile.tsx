import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

/** The row of stat tiles, a definition list. */
export function StatTiles({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cx('grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4', className)}>{children}</dl>
}

type Props = { label: string; value: ReactNode; hint?: ReactNode; icon?: ReactNode }

export function StatTile({ label, value, hint, icon }: Props) {
  return (
    <div className="flex flex-col rounded-card border border-line bg-raised p-4 md:p-5">
      <dt className="flex items-center justify-between gap-2 text-small text-quiet">
        {label}
        {icon && (
          <span aria-hidden="true" className="[&>svg]:size-4">
            {icon}
          </span>
        )}
      </dt>
      <dd className="figures mt-2 text-title font-semibold">{value}</dd>
      {hint && <dd className="mt-1 text-small text-quiet">{hint}</dd>}
    </div>
  )
}
