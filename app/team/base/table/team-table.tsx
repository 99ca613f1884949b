import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link, useNavigation } from 'react-router'
import { TablePages } from '#app/team/base/table/table-pages.tsx'
import { useRowKeys } from '#app/team/base/table/use-row-keys.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { Table, Td, Th } from '#app/ui/table.tsx'
import { type TableQuery, tableUrl, type TablePage, type TableShape } from '#kernel/table.ts'

type Column<Row> = {
  label: string
  /** Sort key of this column. */
  sort?: string
  numeric?: boolean
  render(row: Row): ReactNode
}

type Selection<Row> = {
  /** The form that submits the selected ids. */
  formId: string
  label(row: Row): string
  isSelectable(row: Row): boolean
  onChange(ids: string[]): void
}

type Props<Row> = {
  caption: string
  shape: TableShape
  tableQuery: TableQuery
  page: TablePage<Row>
  idOf(row: Row): string
  /** The first column is the row header, and links to the page of the row. */
  columns: [Column<Row>, ...Column<Row>[]]
  hrefOf?(row: Row): string
  selection?: Selection<Row>
  /** Shown when there are no rows. */
  empty: ReactNode
}

/** A sortable, paged table with keyboard shortcuts (j and k). On a phone each row is a card. */
export function TeamTable<Row>(props: Props<Row>) {
  const { caption, shape, tableQuery, page, idOf, columns, hrefOf, empty } = props
  // Without a row to select there is no column for it.
  const selection = page.rows.some((row) => props.selection?.isSelectable(row)) ? props.selection : undefined
  const box = useRef<HTMLDivElement>(null)
  const isLoading = useNavigation().state === 'loading'
  useRowKeys(box)
  if (page.rows.length === 0) return empty
  const [firstColumn, ...otherColumns] = columns
  return (
    <div ref={box} aria-busy={isLoading || undefined} className={cx(isLoading && 'opacity-60')}>
      <Table caption={caption} hideCaption stack className={tableStyle}>
        <thead>
          <tr>
            {selection && (
              <Th className={headStyle}>
                <SelectAll box={box} selection={selection} />
              </Th>
            )}
            {columns.map((column) => (
              <SortedTh key={column.label} column={column} shape={shape} tableQuery={tableQuery} />
            ))}
          </tr>
        </thead>
        <tbody
          // Resets the selection when the page changes.
          key={tableUrl(tableQuery, { from: tableQuery.from })}
          onChange={() => selection?.onChange(listChosenIds(box.current, selection.formId))}
        >
          {page.rows.map((row) => (
            <tr key={idOf(row)} className="focus-within:bg-float">
              {selection && (
                <Td className="max-md:empty:hidden md:w-10 md:py-0 md:pr-0">
                  {selection.isSelectable(row) && (
                    <Checkbox
                      name="id"
                      value={idOf(row)}
                      form={selection.formId}
                      label={<span className="md:sr-only">{selection.label(row)}</span>}
                    />
                  )}
                </Td>
              )}
              <Th scope="row" className="md:py-2" numeric={firstColumn.numeric}>
                {hrefOf ? (
                  <Link
                    to={hrefOf(row)}
                    data-row=""
                    className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline md:min-h-8"
                  >
                    {firstColumn.render(row)}
                  </Link>
                ) : (
                  firstColumn.render(row)
                )}
              </Th>
              {otherColumns.map(({ label, numeric, render }) => (
                <Td
                  key={label}
                  label={label}
                  numeric={numeric}
                  className="max-md:text-right max-md:empty:hidden md:py-2"
                >
                  {render(row)}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <TablePages label={`Pages of ${caption}`} tableQuery={tableQuery} page={page} hasRowKeys={hrefOf !== undefined} />
    </div>
  )
}

const tableStyle = 'md:max-h-[max(22rem,calc(100dvh-22rem))] md:overflow-auto'
const headStyle = 'md:sticky md:top-0 md:z-10 md:bg-raised md:shadow-[inset_0_-1px_0_var(--color-line)]'

type SortedProps<Row> = { column: Column<Row>; shape: TableShape; tableQuery: TableQuery }

function SortedTh<Row>({ column: { label, sort, numeric }, shape, tableQuery }: SortedProps<Row>) {
  const alignment = cx(headStyle, numeric && 'text-right')
  if (!sort) return <Th className={alignment}>{label}</Th>
  const isCurrent = tableQuery.sort === sort
  // Default order: newest first, largest first, names from A.
  const descending = isCurrent ? !tableQuery.descending : shape.sorts[sort] !== 'text'
  const Arrow = tableQuery.descending ? ArrowDown : ArrowUp
  const order = tableQuery.descending ? 'descending' : 'ascending'
  return (
    <Th className={alignment} aria-sort={isCurrent ? order : undefined}>
      <Link
        to={tableUrl(tableQuery, { sort, descending })}
        preventScrollReset
        className={cx('inline-flex min-h-8 items-center gap-1 hover:text-text', isCurrent && 'font-semibold text-text')}
      >
        {label}
        {isCurrent && <Arrow className="size-3.5" aria-hidden="true" />}
      </Link>
    </Th>
  )
}

type SelectAllProps<Row> = { box: { current: HTMLElement | null }; selection: Selection<Row> }

function SelectAll<Row>({ box, selection: { formId, onChange } }: SelectAllProps<Row>) {
  return (
    <Checkbox
      label={<span className="sr-only">Select everything on this page</span>}
      onChange={({ currentTarget }) => {
        for (const input of listInputs(box.current, formId)) input.checked = currentTarget.checked
        onChange(listChosenIds(box.current, formId))
      }}
    />
  )
}

function listChosenIds(box: HTMLElement | null, formId: string): string[] {
  return listInputs(box, formId).flatMap(({ checked, value }) => (checked ? [value] : []))
}

function listInputs(box: HTMLElement | null, formId: string): HTMLInputElement[] {
  return [...(box?.querySelectorAll<HTMLInputElement>(`input[name=id][form="${formId}"]`) ?? [])]
}
