import { useState } from 'react'
import { listActiveFilters } from '#app/discovery/listing/active-choices.ts'
import { FilterFields } from '#app/discovery/listing/filter-fields.tsx'
import { Button } from '#app/ui/button.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { defaultListingQuery } from '#domain/discovery/rules.ts'

type Props = {
  query: ListingQuery
  onApply(query: ListingQuery): void
  onClose(): void
}

/** The filters on small screens. The results change only when they are applied. */
export function FilterSheet({ query, onApply, onClose }: Props) {
  const [draft, setDraft] = useState(query)
  const apply = () => {
    onApply({ ...draft, search: query.search })
    onClose()
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title="Filters"
      footer={
        <>
          {listActiveFilters(draft).length > 0 && (
            <Button
              variant="quiet"
              onClick={() => setDraft({ ...defaultListingQuery, sort: draft.sort })}
              className="sm:mr-auto"
            >
              Clear all
            </Button>
          )}
          <Button onClick={apply}>Apply Filters</Button>
        </>
      }
    >
      <FilterFields query={draft} onChange={setDraft} />
    </Sheet>
  )
}
