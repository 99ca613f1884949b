import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from '#app/ui/cx.ts'
import { tabListLook, tabLook } from '#app/ui/tab-look.ts'

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
