import { Download, ReceiptText } from 'lucide-react'
import { useLocation, useNavigation } from 'react-router'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CursorPagination } from '#app/ui/cursor-pagination.tsx'
import { LinkChips } from '#app/ui/link-chips.tsx'
import { sourceLabel } from '#app/wallet/statement-cells.tsx'
import { listEntries, type ShownPage } from '#app/wallet/statement-entries.ts'
import { StatementTable } from '#app/wallet/statement-table.tsx'
import type { LineSource } from '#domain/wallet/contract.ts'

type Props = {
  page: ShownPage
  now: Date
  /** The line sources that this user can have. */
  kinds: readonly LineSource[]
  /** The source filter and the page cursor, from the URL. */
  statementQuery: { source?: LineSource | undefined; before?: string | undefined }
}

/** Shows the statement with links to filter, page and download it. */
export function Statement({ page, now, kinds, statementQuery }: Props) {
  const { pathname } = useLocation()
  const nextLocation = useNavigation().location
  const isLoading = nextLocation?.pathname === pathname && nextLocation.hash === ''
  const linkTo = (source: LineSource | undefined, before?: string) => ({
    search: buildSearch({ kind: source, before }),
  })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <LinkChips
          label="Kind of transaction"
          choices={[undefined, ...kinds].map((source) => ({
            name: source ? sourceLabel(source) : 'All',
            to: linkTo(source),
            isCurrent: source === statementQuery.source,
          }))}
        />
        <a href={`/statement.csv${buildSearch({ kind: statementQuery.source })}`} download className={downloadStyle}>
          <Download className="size-4" aria-hidden="true" />
          Download CSV
        </a>
      </div>
      <p role="status" className={isLoading ? 'mb-2 text-small text-quiet' : 'sr-only'}>
        {isLoading && 'Loading transactions...'}
      </p>
      {statementQuery.source && listEntries(page).length === 0 ? (
        <EmptyState heading="No transactions of this kind yet" icon={<ReceiptText />} />
      ) : (
        <StatementTable page={page} now={now} />
      )}
      <CursorPagination
        label="Pages of transactions"
        newest={statementQuery.before === undefined ? null : linkTo(statementQuery.source)}
        older={page.next === null ? null : linkTo(statementQuery.source, page.next)}
      />
    </>
  )
}

const downloadStyle =
  'inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 text-small font-medium text-soft hover:bg-float hover:text-text'

function buildSearch(values: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value)
  return query.size > 0 ? `?${query}` : ''
}
