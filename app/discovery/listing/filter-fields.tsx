import { CategoryFilter } from '#app/discovery/listing/category-filter.tsx'
import { ratingText } from '#app/discovery/listing/active-choices.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { type ListingQuery, type SortOrder, sortOrders } from '#domain/discovery/contract.ts'
import { spokenLanguages } from '#kernel/catalogue.ts'
import { slug } from '#kernel/fold.ts'
import { ratingFilterMax, ratingFilterStep } from '#kernel/limits.ts'

type Props = {
  query: ListingQuery
  onChange(query: ListingQuery, gesture?: 'rating'): void
  onGestureEnd?(): void
  /** The id of the owning form, when the fields are rendered outside of it. */
  form?: string
}

const sortNames: Record<SortOrder, string> = {
  rating: 'Highest Rating',
  'price-low': 'Lowest Price',
  'price-high': 'Highest Price',
}

/** All filters, shared by the sidebar and the sheet. */
export function FilterFields({ query, onChange, onGestureEnd, form }: Props) {
  return (
    <div className="grid gap-4">
      <div>
        {/* An unchecked box sends nothing, and no value means online only. So a hidden field sends false first. */}
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
      <Field label="Language">
        <Select
          name="language"
          form={form}
          value={query.language ?? ''}
          onChange={({ target }) => onChange({ ...query, language: target.value || null })}
        >
          <option value="">Any language</option>
          {spokenLanguages.map((language) => (
            <option key={language} value={slug(language)}>
              {language}
            </option>
          ))}
        </Select>
      </Field>
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
        hint="A minimum rating hides new experts, who have no reviews yet."
      />
      <CategoryFilter query={query} onChange={onChange} form={form} />
    </div>
  )
}
