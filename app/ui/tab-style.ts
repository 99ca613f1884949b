import { cx } from '#app/ui/cx.ts'

/** The common style of tab lists and tabs. */
export const tabListStyle = 'flex overflow-x-auto shadow-[inset_0_-1px_var(--color-line)] [scrollbar-width:none]'
export const tabStyle = cx(
  'inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-4 text-small font-semibold whitespace-nowrap text-quiet transition-colors',
  'hover:text-text focus-visible:rounded-control focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-50',
  'data-[state=active]:border-text data-[state=active]:text-text',
)
