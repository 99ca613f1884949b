import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

type Props = {
  /** From the top down to the parent of this page. */
  parents: readonly { to: string; label: string }[]
  current: string
}

export function Breadcrumb({ parents, current }: Props) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="-ml-1 flex items-center gap-1 text-small text-quiet">
        {parents.map(({ to, label }) => (
          <li key={to} className="flex shrink-0 items-center gap-1">
            <Link
              to={to}
              className="inline-flex min-h-11 items-center rounded-control px-1 hover:text-text hover:underline hover:underline-offset-4 md:min-h-9"
            >
              {label}
            </Link>
            <ChevronRight className="size-4" aria-hidden="true" />
          </li>
        ))}
        <li className="min-w-0 px-1">
          <span aria-current="page" className="block truncate font-medium text-text">
            {current}
          </span>
        </li>
      </ol>
    </nav>
  )
}
