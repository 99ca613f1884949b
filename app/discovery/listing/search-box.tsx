import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import type { Filters } from '#app/discovery/listing/use-filters.ts'
import { controlStyle } from '#app/ui/control-style.ts'
import { cx } from '#app/ui/cx.ts'
import { searchMaxLength } from '#kernel/limits.ts'

/** The form id. Filter fields elsewhere on the page belong to it too, so that one submit sends the whole query. */
export const listingForm = 'listing'

export function SearchBox({ filters, className }: { filters: Filters; className?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { chosen, choose, apply, endGesture } = filters
  return (
    <form
      id={listingForm}
      role="search"
      aria-label="Experts"
      action="/experts"
      className={cx('relative', className)}
      onSubmit={(event) => {
        event.preventDefault()
        apply(chosen)
      }}
    >
      {/* Must be the first submit button, because Enter triggers that one. */}
      <button
        type="submit"
        aria-label="Search"
        tabIndex={-1}
        className="absolute top-0 left-0 flex h-13 w-12 items-center justify-center rounded-control text-quiet hover:text-text"
      >
        <Search className="size-5" aria-hidden="true" />
      </button>
      <input
        ref={input}
        type="text"
        name="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label="Search experts"
        placeholder="Subject or language"
        maxLength={searchMaxLength}
        value={chosen.search}
        onChange={({ target }) => choose({ ...chosen, search: target.value }, 'search')}
        onBlur={endGesture}
        className={cx(controlStyle, 'min-h-13 pl-12', chosen.search && 'pr-13')}
      />
      {chosen.search && (
        <button
          type="submit"
          name="search"
          value=""
          aria-label="Clear search"
          title="Clear search"
          onClick={(event) => {
            event.preventDefault()
            apply({ ...chosen, search: '' })
            input.current?.focus()
          }}
          className="absolute top-1 right-1 flex size-11 items-center justify-center rounded-control text-quiet hover:bg-line hover:text-text"
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      )}
    </form>
  )
}
