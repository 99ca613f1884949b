import { cx } from '#app/ui/cx.ts'

/** The common style of all input controls. */
export const controlStyle = cx(
  'block min-h-11 w-full rounded-control border border-line-strong bg-ink px-3.5 text-body text-text transition-colors',
  'placeholder:text-quiet hover:border-quiet aria-invalid:border-bad',
  'disabled:cursor-not-allowed disabled:border-line disabled:text-quiet',
)
