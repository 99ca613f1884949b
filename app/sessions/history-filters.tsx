import { ListFilter } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { filterFields, filterSearch, readSessionFilter } from '#app/sessions/session-filter.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { LinkChips } from '#app/ui/link-chips.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import {
  allSessionsFilter,
  type SessionFilter,
  type SessionOutcome,
  sessionOutcomes,
} from '#domain/sessions/contract.ts'
import { nameMaxLength } from '#kernel/limits.ts'

type Props = { filter: SessionFilter; path: string; isExpert: boolean }

/** Filters the session list: the outcome by links, the rest by a plain form. Both are kept in the URL. */
export function HistoryFilters({ filter, path, isExpert }: Props) {
  const { callType, from, to, name } = filter
  // Only the initial state, because the browser toggles the element afterwards.
  const [isInitiallyOpen] = useState(Boolean(callType || from || to || name))
  return (
    <div className="mb-5 grid gap-2">
      <LinkChips
        label="Outcome"
        choices={[null, ...sessionOutcomes].map((outcome) => ({
          name: outcome ? outcomeLabels[outcome] : 'All',
          to: path + filterSearch({ ...filter, outcome }),
          isCurrent: outcome === filter.outcome,
        }))}
      />
      <details open={isInitiallyOpen}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-1 text-small font-medium text-soft hover:text-text [&::-webkit-details-marker]:hidden">
          <ListFilter className="size-4" aria-hidden="true" />
          More filters
        </summary>
        <MoreFilters filter={filter} path={path} isExpert={isExpert} />
      </details>
    </div>
  )
}

const outcomeLabels: Record<SessionOutcome, string> = {
  paid: 'Paid',
  free: 'Not charged',
  refunded: 'Refunded',
}

function MoreFilters({ filter, path, isExpert }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useSyncedFields(filter, form)
  const isLoading = useNavigation().location?.pathname === path
  return (
    <Form
      ref={form}
      action={path}
      role="search"
      aria-label="Sessions"
      preventScrollReset
      className="mt-2 grid grid-cols-2 items-end gap-3 rounded-card border border-line bg-raised p-4 md:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))_auto]"
    >
      <input type="hidden" name="show" defaultValue={filter.outcome ?? ''} />
      {filter.words && <input type="hidden" name="words" value={filter.words} />}
      <Field label={isExpert ? 'Student' : 'Expert'} className="max-md:col-span-2">
        <TextInput
          name="name"
          autoComplete="off"
          placeholder="Name"
          maxLength={nameMaxLength}
          defaultValue={filter.name}
        />
      </Field>
      <Field label="Call type" className="max-md:col-span-2">
        <Select name="call" defaultValue={filter.callType ?? ''}>
          <option value="">Audio and video</option>
          <option value="audio">Audio</option>
          <option value="video">Video</option>
        </Select>
      </Field>
      <Field label="From">
        <TextInput type="date" name="from" defaultValue={filter.from ?? ''} />
      </Field>
      <Field label="To">
        <TextInput type="date" name="to" defaultValue={filter.to ?? ''} />
      </Field>
      <div className="flex gap-2 max-md:col-span-2">
        <Button type="submit" variant="outline" busy={isLoading} className="max-md:flex-1">
          Show
        </Button>
        <ButtonLink
          to={path + filterSearch({ ...allSessionsFilter, outcome: filter.outcome, words: filter.words })}
          preventScrollReset
          variant="quiet"
        >
          Clear
        </ButtonLink>
      </div>
    </Form>
  )
}

/** Updates the form fields when the filter changes, and otherwise keeps unsent input. */
function useSyncedFields(filter: SessionFilter, form: RefObject<HTMLFormElement | null>): void {
  const search = filterSearch(filter)
  useEffect(() => {
    const fields = filterFields(readSessionFilter(new URLSearchParams(search)))
    for (const [name, value] of Object.entries(fields)) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value
    }
  }, [search, form])
}
