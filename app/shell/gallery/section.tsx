import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-line py-10">
      <h2 id={id} className="mb-6 text-title">
        {title}
      </h2>
      <div className="space-y-8">{children}</div>
    </section>
  )
}

/** One state or variant of a component, with its name. */
export function Example({ title, children, row = false }: { title: string; children: ReactNode; row?: boolean }) {
  return (
    <div>
      <h3 className="mb-3 text-small font-medium text-quiet">{title}</h3>
      <div className={cx(row && 'flex flex-wrap items-center gap-3')}>{children}</div>
    </div>
  )
}

const depths = [
  { name: 'On ink', style: 'bg-ink' },
  { name: 'On raised', style: 'bg-raised' },
  { name: 'On float', style: 'bg-float' },
]

/** Shows the same content on each of the three background depths, because contrast must hold on all of them. */
export function Depths({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {depths.map(({ name, style }) => (
        <div key={name} className={cx('min-w-0 rounded-card border border-line p-5', style)}>
          <h3 className="mb-4 text-small font-medium text-quiet">{name}</h3>
          {children}
        </div>
      ))}
    </div>
  )
}
