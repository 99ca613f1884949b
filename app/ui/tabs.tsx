import { type ComponentProps, createContext, type KeyboardEvent, use, useId, useState } from 'react'
import { cx } from '#app/ui/cx.ts'
import { tabListStyle, tabStyle } from '#app/ui/tab-style.ts'

type Selection = {
  idOf(part: 'tab' | 'panel', value: string): string
  selected: string
  select(value: string): void
}

const SelectionContext = createContext<Selection | null>(null)

type TabsProps = ComponentProps<'div'> & {
  /** For uncontrolled use. */
  defaultValue?: string
  value?: string
  onValueChange?(value: string): void
}

/** Follows the ARIA tabs pattern: one tab stop; arrow keys, Home and End move through the tabs and select them. */
export function Tabs({ defaultValue = '', value, onValueChange, ...rest }: TabsProps) {
  const id = useId()
  const [ownValue, setOwnValue] = useState(defaultValue)
  const selection: Selection = {
    idOf: (part, name) => `${id}-${part}-${name}`,
    selected: value ?? ownValue,
    select(next) {
      if (next === selection.selected) return
      setOwnValue(next)
      onValueChange?.(next)
    },
  }
  return (
    <SelectionContext value={selection}>
      <div {...rest} />
    </SelectionContext>
  )
}

/** Scrolls sideways when the screen is too narrow. The focused tab scrolls into view. */
export function TabList({ className, ...rest }: ComponentProps<'div'> & { 'aria-label': string }) {
  return (
    <div
      {...rest}
      role="tablist"
      tabIndex={-1}
      onKeyDown={moveFocus}
      className={cx('outline-none', tabListStyle, className)}
    />
  )
}

type TabProps = Omit<ComponentProps<'button'>, 'value'> & { value: string; count?: number }

export function Tab({ className, children, count, value, ...rest }: TabProps) {
  const { idOf, selected, select } = useSelection()
  const isSelected = value === selected
  return (
    <button
      {...rest}
      type="button"
      role="tab"
      id={idOf('tab', value)}
      aria-selected={isSelected}
      aria-controls={idOf('panel', value)}
      data-state={isSelected ? 'active' : 'inactive'}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => select(value)}
      onFocus={() => select(value)}
      className={cx(tabStyle, className)}
    >
      {children}
      {count !== undefined && <span className="figures font-medium text-quiet">{count}</span>}
    </button>
  )
}

type PanelProps = ComponentProps<'div'> & { value: string }

/** The content is mounted only while its tab is selected. */
export function TabPanel({ className, children, value, ...rest }: PanelProps) {
  const { idOf, selected } = useSelection()
  const isSelected = value === selected
  return (
    <div
      {...rest}
      role="tabpanel"
      id={idOf('panel', value)}
      aria-labelledby={idOf('tab', value)}
      hidden={!isSelected}
      // Keyboard users can reach a panel that has nothing else to focus.
      tabIndex={0}
      className={cx('rounded-control pt-5', className)}
    >
      {isSelected && children}
    </div>
  )
}

function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('Tab and TabPanel must be used inside Tabs')
  return selection
}

/** Moves the focus, which also selects the tab. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')].filter(
    ({ disabled }) => !disabled,
  )
  const index = tabs.findIndex((tab) => tab === document.activeElement)
  const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }
  const step = steps[event.key]
  if (index < 0 || step === undefined) return
  event.preventDefault()
  tabs.at(step % tabs.length)?.focus()
}
