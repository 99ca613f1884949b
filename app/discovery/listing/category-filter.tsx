import { ChevronDown } from 'lucide-react'
import { use, useId, useState } from 'react'
import { CatalogueContext } from '#app/discovery/listing/catalogue-context.ts'
import {
  allParent,
  chooseParent,
  chosenParent,
  chosenSubjects,
  groupParents,
  listGroupParents,
  type CategoryOption,
  subjectParents,
  toggleSubject,
} from '#app/discovery/listing/choices.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import type { ListingQuery } from '#domain/discovery/contract.ts'

type Props = {
  query: ListingQuery
  onChange(query: ListingQuery): void
  /** The id of the owning form, when the fields are rendered outside of it. */
  form?: string
}

/** Selects one category and up to three subjects. */
export function CategoryFilter({ query, onChange, form }: Props) {
  const [refusedBox, setRefusedBox] = useState<string | null>(null)
  const catalogue = use(CatalogueContext)
  const shared = {
    query,
    form,
    refusedBox,
    onChoose(id: string) {
      setRefusedBox(null)
      onChange(chooseParent(query, id))
    },
    onToggle(parentId: string, subject: string) {
      const next = toggleSubject(query, subject)
      setRefusedBox(next ? null : `${parentId} ${subject}`)
      if (next) onChange(next)
    },
  }
  const renderRows = (parents: CategoryOption[]) =>
    parents.map((parent) => <ParentRow key={parent.id} parent={parent} {...shared} />)
  return (
    <fieldset>
      <legend className="pb-1 text-small font-semibold">Category</legend>
      <ul>{renderRows([allParent, ...(catalogue ? listGroupParents(catalogue) : groupParents)])}</ul>
      <p className="mt-3 border-t border-line pt-4 pb-1 text-small text-quiet" aria-hidden="true">
        By subject
      </p>
      <ul>{renderRows(subjectParents)}</ul>
      <p role="status" className="sr-only">
        {refusedBox && tooManyText}
      </p>
    </fieldset>
  )
}

const tooManyText = 'You can only select 3 subjects maximum.'

type RowProps = Pick<Props, 'query' | 'form'> & {
  parent: CategoryOption
  /** The parent and subject of the checkbox that was refused. */
  refusedBox: string | null
  onChoose(id: string): void
  onToggle(parentId: string, subject: string): void
}

function ParentRow({ parent, query, form, refusedBox, onChoose, onToggle }: RowProps) {
  const { id, name, subjects } = parent
  const radioId = useId()
  const checkedSubjects = chosenSubjects(query)
  const count = subjects.filter(({ slug }) => checkedSubjects.includes(slug)).length
  const isChosen = chosenParent(query) === id
  const isAll = id === allParent.id
  const [open, setOpen] = useState(!isAll && (count > 0 || isChosen))
  return (
    <li className="relative">
      <label
        htmlFor={radioId}
        className="mr-11 flex min-h-11 cursor-pointer items-center gap-3 rounded-control text-soft hover:text-text has-checked:font-semibold has-checked:text-text lg:min-h-10"
      >
        <input
          id={radioId}
          type="radio"
          name="category"
          value={isAll ? '' : id}
          form={form}
          checked={isChosen}
          onChange={() => {
            onChoose(id)
            if (!isAll) setOpen(true)
          }}
          className="size-5 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-ink transition-colors checked:border-6 checked:border-text hover:border-soft"
        />
        {name}
        {count > 0 && (
          <span className="figures rounded-full bg-line px-2 text-small font-semibold text-text">
            {count}
            <span className="sr-only"> chosen</span>
          </span>
        )}
      </label>
      {/* Native details element, so that it opens before any script has loaded. */}
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
        <summary className="absolute top-0 right-0 flex size-11 cursor-pointer list-none items-center justify-center rounded-control text-quiet hover:bg-line hover:text-text lg:size-10 [&::-webkit-details-marker]:hidden">
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
          <span className="sr-only">Subjects of {name}</span>
        </summary>
        <fieldset className="mb-2 ml-2.5 border-l border-line pl-5">
          <legend className="sr-only">{name}: up to three</legend>
          {subjects.map(({ slug, name: subject }) => (
            <Checkbox
              key={slug}
              name="subjects"
              value={slug}
              form={form}
              label={<span className="text-soft">{subject}</span>}
              checked={checkedSubjects.includes(slug)}
              onChange={() => onToggle(id, slug)}
              error={refusedBox === `${id} ${slug}` ? tooManyText : undefined}
            />
          ))}
        </fieldset>
      </details>
    </li>
  )
}
