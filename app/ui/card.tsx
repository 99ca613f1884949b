import type { HTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#app/ui/cx.ts'

type Props = HTMLAttributes<HTMLElement> & { as?: 'div' | 'section' | 'article' | 'li' }

export function Card({ as: Element = 'div', className, ...rest }: Props) {
  return (
    <Element
      {...rest}
      className={cx(
        'relative rounded-card border border-line bg-raised p-5 transition-colors has-[a[data-card-link]:hover]:border-line-strong md:p-6',
        className,
      )}
    />
  )
}

type HeaderProps = {
  title: ReactNode
  /** The heading's level in the outline of its page. It does not change the size. */
  level?: 2 | 3 | 4
  description?: ReactNode
  action?: ReactNode
}

export function CardHeader({ title, level = 2, description, action }: HeaderProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <Heading className="text-lead font-semibold wrap-anywhere">{title}</Heading>
        {description && <p className="text-small text-quiet">{description}</p>}
      </div>
      {action}
    </div>
  )
}

/** The only link of a card. The whole card is clickable, but the accessible name is only the link text. */
export function CardLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      data-card-link=""
      className={cx('after:absolute after:inset-0 after:rounded-card focus-visible:outline-none', className, focusRing)}
    />
  )
}

const focusRing =
  'focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent'
