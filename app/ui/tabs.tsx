import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from '#app/ui/cx.ts'

/** The look that every row of tabs and every tab has. */
export const tabListLook =
  'flex overflow-x-auto shadow-[inset_0_-1px_var(--color-line)] [scrollbar-width:none]'
export const tabLook = cx(
  'inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 border-transparent px-4 text-small font-semibold whitespace-nowrap text-quiet transition-colors',
  'hover:text-text focus-visible:rounded-control focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-50',
  'data-[state=active]:border-text data-[state=active]:text-text',
)

export function Tabs(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...props} />
}

/** Scrolls sideways when a phone is too narrow for all the tabs; the one with the focus comes into view. */
export function TabList({
  className,
  ...rest
}: ComponentProps<typeof Radix.List> & { 'aria-label': string }) {
  return <Radix.List {...rest} className={cx(tabListLook, className)} />
}

export function Tab({
  className,
  children,
  count,
  ...rest
}: ComponentProps<typeof Radix.Trigger> & { count?: number }) {
  return (
    <Radix.Trigger {...rest} className={cx(tabLook, className)}>
      {children}
      {count !== undefined && <span className="figures font-medium text-quiet">{count}</span>}
    </Radix.Trigger>
  )
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...rest} className={cx('rounded-control pt-5', className)} />
}
