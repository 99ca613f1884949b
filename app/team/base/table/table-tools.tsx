import { Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { type TableQuery, tableUrl } from '#kernel/table.ts'

type FilterChoice = {
  name: string
  label: string
  /** Option text when no filter is chosen. */
  all: string
  options: readonly { value: string; label: string }[]
}

type Props = {
  tableQuery: TableQuery
  /** Label of the search box. Without a label there is no search box. */
  searchLabel?: string
  filters?: FilterChoice[]
  /** Labels of the sort options, for phones, where the table has no column headings. */
  sorts: Record<string, string>
  /** Texts of filters that were set by a link. */
  linkFilters?: { name: string; text: string }[]
  children?: ReactNode
}

/** Search and filters above a table, kept in the URL. The submit button works without scripts. */
export function TableTools({ tableQuery, searchLabel, filters, sorts, linkFilters, children }: Props) {
  const { search, sort, descending } = tableQuery
  const chosen: Record<string, unknown> = tableQuery.filters
  const form = useRef<HTMLFormElement>(null)
  const sortText = `${descending ? '-' : ''}${sort}`
  const shownValues = JSON.stringify({ ...chosen, q: search, sort: sortText })
  useEffect(() => {
    // Updates the fields after browser back, without moving the focus.
    const values = JSON.parse(shownValues) as Record<string, string>
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('[name=q], select') ?? []) {
      field.value = values[field.name] ?? ''
    }
  }, [shownValues])
  return (
    <div className="mb-4 space-y-3">
      <Form
        method="get"
        role="search"
        ref={form}
        onChange={({ target, currentTarget }) => {
          if (target instanceof HTMLSelectElement) currentTarget.requestSubmit()
        }}
        className="flex flex-wrap items-end gap-3"
      >
        {searchLabel && (
          <Field label={searchLabel} className="min-w-52 flex-1 basis-64">
            <TextInput
              name="q"
              type="search"
              defaultValue={search}
              data-table-search=""
              leading={<Search />}
              autoComplete="off"
            />
          </Field>
        )}
        {filters?.map(({ name, label, all, options }) => (
          // As wide as its longest choice, which must not be cut off.
          <Field key={name} label={label} className="max-w-full min-w-36 grow md:grow-0">
            <Select name={name} defaultValue={String(chosen[name] ?? '')}>
              <option value="">{all}</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </Select>
          </Field>
        ))}
        {linkFilters?.map(({ name }) => (
          <input key={name} type="hidden" name={name} value={String(chosen[name])} />
        ))}
        <Field label="Sort" className="max-w-full min-w-36 grow md:hidden">
          <Select name="sort" defaultValue={sortText}>
            {Object.entries(sorts).flatMap(([value, label]) => [
              <option key={value} value={value}>{`${label} ↑`}</option>,
              <option key={`-${value}`} value={`-${value}`}>{`${label} ↓`}</option>,
            ])}
          </Select>
        </Field>
        <Button type="submit" variant="outline">
          Search
        </Button>
        {children}
      </Form>
      {linkFilters?.map(({ name, text }) => (
        <Link
          key={name}
          to={tableUrl(tableQuery, { filters: { ...tableQuery.filters, [name]: undefined } })}
          className="mr-2 inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3 text-small text-soft hover:text-text md:min-h-8"
        >
          {text}
          <X className="size-4" aria-hidden="true" />
          <span className="sr-only">, remove this filter</span>
        </Link>
      ))}
    </div>
  )
}
