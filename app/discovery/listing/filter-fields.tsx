import { CategoryFilter } from '#app/discovery/listing/category-filter.tsx'
import { ratingText } from '#app/discovery/listing/active-choices.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { type ListingQuery, type SortOrder, sortOrders } from '#domain/discovery/contract.ts'
import { ratingFilterMax, ratingFilterStep } from '#kernel/limits.ts'

type Props = {
  query: ListingQuery
  onChange(query: ListingQuery, gesture?: 'rating'): void
  onGestureEnd?(): void
  /** The form that the fields belong to where they stand outside of it. */
  form?: string
}

const sortNames: Record<SortOrder, string> = {
  rating: 'Highest Rating',
  'price-low': 'Lowest Price',
  'price-high': 'Highest Price',
}

/** Every filter, the same beside the results and in the sheet. */
export function FilterFields({ query, onChange, onGestureEnd, form }: Props) {
  return (
    <div className="grid gap-4">
      <div>
        {/* An unticked box sends nothing, and nothing means online only: so a plain form says no before the box says yes. */}
        <input type="hidden" name="online" value="false" form={form} />
        <Checkbox
          name="online"
          value="true"
          form={form}
          label="Online experts only"
          checked={query.onlineOnly}
          onChange={({ target }) => onChange({ ...query, onlineOnly: target.checked })}
        />
      </div>
      <Field label="Sort by">
        <Select
          name="sort"
          form={form}
          value={query.sort}
          onChange={({ target }) => onChange({ ...query, sort: target.value as SortOrder })}
        >
          {sortOrders.map((order) => (
            <option key={order} value={order}>
              {sortNames[order]}
            </option>
          ))}
        </Select>
      </Field>
      <Slider
        label="Minimum rating"
        name="rating"
        form={form}
        min={0}
        max={ratingFilterMax}
        step={ratingFilterStep}
        value={query.minRating}
        onValueChange={(minRating) => onChange({ ...query, minRating }, 'rating')}
        onBlur={onGestureEnd}
        format={ratingText}
        className="-mb-3"
      />
      <CategoryFilter query={query} onChange={onChange} form={form} />
    </div>
  )
}
