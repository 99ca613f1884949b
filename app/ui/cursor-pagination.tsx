import { ChevronRight, ChevronsLeft } from 'lucide-react'
import { Link, type To } from 'react-router'

type Props = {
  label: string
  /** Link to the first page; null on the first page. */
  newest: To | null
  /** Null on the last page. */
  older: To | null
}

/** Pagination by links for a list that starts with the newest entry. */
export function CursorPagination({ label, newest, older }: Props) {
  if (!newest && !older) return null
  return (
    <nav aria-label={label} className="mt-3 flex justify-between">
      {newest ? (
        <Link to={newest} preventScrollReset className={linkStyle}>
          <ChevronsLeft className="size-4" aria-hidden="true" />
          Newest
        </Link>
      ) : (
        <span />
      )}
      {older && (
        <Link to={older} preventScrollReset rel="next" className={linkStyle}>
          Older
          <ChevronRight className="size-4" aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}

const linkStyle =
  'inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 text-small font-medium text-soft hover:bg-float hover:text-text'
