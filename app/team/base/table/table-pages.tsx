import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type TableQuery, tableUrl, type TablePage } from '#kernel/table.ts'

type Props = {
  label: string
  tableQuery: TableQuery
  page: TablePage<unknown>
  /** Whether the rows support keyboard navigation. */
  hasRowKeys: boolean
}

/** Keyset pagination: links use the keys of the first and last rows. */
export function TablePages({ label, tableQuery, page: { previous, next }, hasRowKeys }: Props) {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <nav aria-label={label} className="flex flex-wrap">
        {tableQuery.from && (
          <PageLink to={tableUrl(tableQuery)}>
            <ChevronsLeft className="size-4" aria-hidden="true" />
            First
          </PageLink>
        )}
        {previous && (
          <PageLink to={tableUrl(tableQuery, { from: { before: previous } })}>
            <ChevronLeft className="size-4" aria-hidden="true" />
            Previous
          </PageLink>
        )}
        {next && (
          <PageLink to={tableUrl(tableQuery, { from: { after: next } })}>
            Next
            <ChevronRight className="size-4" aria-hidden="true" />
          </PageLink>
        )}
      </nav>
      {hasRowKeys && (
        <p className="text-small text-quiet max-lg:hidden">
          <Key>j</Key> <Key>k</Key> rows, <Key>Enter</Key> opens, <Key>/</Key> searches
        </p>
      )}
    </div>
  )
}

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 text-small font-medium text-soft hover:bg-float hover:text-text"
    >
      {children}
    </Link>
  )
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded-[0.375rem] border border-line bg-raised px-1.5 font-sans">{children}</kbd>
}
