import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { cx } from '#app/ui/cx.ts'

type MenuProps = { trigger: ReactElement; children: ReactNode; align?: 'start' | 'end' }

export function Menu({ trigger, children, align = 'start' }: MenuProps) {
  return (
    // Neither modal nor in a portal: the menu stays inside its landmark and its dialog.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align={align}
        sideOffset={6}
        collisionPadding={12}
        loop
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 animate-fade-in overflow-y-auto rounded-card border border-line bg-float p-2 text-text shadow-float"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

type ItemProps = { children: ReactNode; icon?: ReactNode; danger?: boolean; disabled?: boolean } & (
  | { to: To; onSelect?: never }
  | { to?: never; onSelect: (event: Event) => void }
)

/** Either a link (`to`) or an action (`onSelect`). */
export function MenuItem({ children, icon, danger = false, disabled, to, onSelect }: ItemProps) {
  const content = (
    <>
      {icon && (
        <span aria-hidden="true" className="[&>svg]:size-4">
          {icon}
        </span>
      )}
      {children}
    </>
  )
  return (
    <Radix.Item
      asChild={to !== undefined}
      disabled={disabled}
      onSelect={onSelect}
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-small font-medium outline-none md:min-h-10',
        'data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-line',
        danger ? 'text-bad' : 'text-soft data-highlighted:text-text',
      )}
    >
      {to === undefined ? content : <Link to={to}>{content}</Link>}
    </Radix.Item>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-2 my-2 h-px bg-line" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-1 pb-2 text-small text-quiet">{children}</Radix.Label>
}
