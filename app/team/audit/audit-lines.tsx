import { ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useZone } from '#app/base/zone.tsx'
import { changeText } from '#app/team/audit/audit-text.ts'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { auditActions, auditActionText, type AuditLine, auditTable, auditItemKinds } from '#domain/audit/contract.ts'
import { type TableQuery, tableUrl, type TablePage } from '#kernel/table.ts'
import { dayAndTime } from '#kernel/time.ts'

type Props = { tableQuery: TableQuery<typeof auditTable>; page: TablePage<AuditLine> }

export function AuditLines({ tableQuery, page }: Props) {
  const zone = useZone()
  const { filters } = tableQuery
  const [line] = page.rows
  const linkFilters = [
    { name: 'person', text: `By ${line?.actor?.name ?? 'one person'}` },
    { name: 'about', text: `About ${line?.subject?.name ?? 'one person'}` },
    { name: 'id', text: `This ${filters.thing ?? 'item'} only` },
  ].filter(({ name }) => name in filters)
  const filterLink = (changes: Partial<typeof filters>) => tableUrl(tableQuery, { filters: { ...filters, ...changes } })
  return (
    <>
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Done by"
        filters={[
          {
            name: 'act',
            label: 'Action',
            all: 'All actions',
            options: auditActions.map((action) => toOption(action, auditActionText(action))),
          },
          {
            name: 'thing',
            label: 'Item',
            all: 'All items',
            options: auditItemKinds.map((kind) => toOption(kind, kind)),
          },
        ]}
        sorts={{ at: 'Time' }}
        linkFilters={linkFilters}
      />
      <TeamTable
        caption="Audit log"
        shape={auditTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ id }) => String(id)}
        columns={[
          { label: 'Time', sort: 'at', render: ({ at }) => dayAndTime(at, zone) },
          {
            label: 'Who',
            render: ({ actor }) =>
              actor ? (
                <FilterLink to={filterLink({ person: actor.id })}>{actor.name}</FilterLink>
              ) : (
                <span className="whitespace-nowrap">The system</span>
              ),
          },
          {
            label: 'Action',
            render: ({ act }) => <span className="whitespace-nowrap text-text">{auditActionText(act)}</span>,
          },
          {
            label: 'About',
            render: ({ subject }) =>
              subject && <FilterLink to={filterLink({ about: subject.id })}>{subject.name}</FilterLink>,
          },
          {
            label: 'Item',
            render: ({ thing, thingId }) =>
              thing && (
                <FilterLink to={filterLink({ thing, id: thingId ?? '' })}>
                  {thing} {thingId?.slice(-8)}
                </FilterLink>
              ),
          },
          { label: 'Details', render: (row) => <Facts {...row} /> },
        ]}
        empty={
          <EmptyState heading="No entries found" icon={<ScrollText />}>
            No log entries match these filters.
          </EmptyState>
        }
      />
    </>
  )
}

function toOption(value: string, text: string) {
  return { value, label: text.charAt(0).toUpperCase() + text.slice(1) }
}

function FilterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="whitespace-nowrap underline-offset-4 hover:text-text hover:underline">
      {children}
    </Link>
  )
}

function Facts({ why, before, after, details }: AuditLine) {
  return (
    <div className="max-w-96 wrap-anywhere max-md:text-right">
      {why && <p className="text-text">“{why}”</p>}
      {after && <p>{changeText(before ?? {}, after)}</p>}
      {Object.keys(details).length > 0 && <p className="text-quiet">{changeText({}, details)}</p>}
    </div>
  )
}
