import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { cx } from '#app/ui/cx.ts'
import { pageWindow } from '#app/ui/page-window.ts'

type Props = { page: number; pageCount: number; linkTo: (page: number) => To; label: string }

/** Real links, so that a page can be opened in a tab, shared and reached with Back. */
export function Pagination({ page, pageCount, linkTo, label }: Props) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-2 sm:justify-center">
      <Step to={page > 1 ? linkTo(page - 1) : null} rel="prev">
        <ChevronLeft className="size-4" aria-hidden="true" />
        Previous
      </Step>
      <p className="figures text-small text-quiet sm:hidden">
        Page {page} of {pageCount}
      </p>
      <ol className="hidden items-center gap-1 sm:flex">
        {pageWindow({ page, pageCount }).map((entry, index) => (
          <li key={entry === 'gap' ? `gap-${index}` : entry}>
            {entry === 'gap' ? (
              <span className="flex w-8 justify-center text-quiet">
                <span aria-hidden="true">…</span>
                <span className="sr-only">skipped pages</span>
              </span>
            ) : (
              <Link
                to={linkTo(entry)}
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? 'page' : undefined}
                className={cx(
                  linkStyle,
                  'figures min-w-11 justify-center px-2 aria-[current=page]:bg-float aria-[current=page]:text-text',
                )}
              >
                {entry}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < pageCount ? linkTo(page + 1) : null} rel="next">
        Next
        <ChevronRight className="size-4" aria-hidden="true" />
      </Step>
    </nav>
  )
}

const linkStyle =
  'inline-flex min-h-11 items-center gap-1 rounded-control text-small font-medium text-soft hover:bg-float hover:text-text'

function Step({ to, rel, children }: { to: To | null; rel: 'prev' | 'next'; children: ReactNode }) {
  // Keeps the space of a missing link, so that the numbers do not move.
  if (to === null)
    return (
      <span aria-hidden="true" className={cx(linkStyle, 'invisible px-3')}>
        {children}
      </span>
    )
  return (
    <Link to={to} rel={rel} className={cx(linkStyle, 'px-3')}>
      {children}
    </Link>
  )
}
