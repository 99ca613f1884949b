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
  /** Where nobody else decides which tab is shown. */
  defaultValue?: string
  value?: string
  onValueChange?(value: string): void
}

/** As the pattern of the ARIA guide: one stop for the Tab key, arrow keys, Home and End walk through the tabs and show them. */
export function Tabs({ defaultValue = '', value, onValueChange, ...rest }: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(defaultValue)
  const selection: Selection = {
    idOf: (part, of) => `${id}-${part}-${of}`,
    selected: value ?? own,
    select(next) {
      if (next === selection.selected) return
      setOwn(next)
      onValueChange?.(next)
    },
  }
  return (
    <SelectionContext value={selection}>
      <div {...rest} />
    </SelectionContext>
  )
}

/** Scrolls sideways when a phone is too narrow for all the tabs; the one with the focus comes into view. */
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

/** What is inside exists while its tab is selected. */
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
      // Who walks by keyboard reaches the words of a panel that has nothing else to stop at.
      tabIndex={0}
      className={cx('rounded-control pt-5', className)}
    >
      {isSelected && children}
    </div>
  )
}

function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('a tab stands outside of its tabs')
  return selection
}

/** The tab that gets the focus shows itself. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[role=tab]')].filter(
    ({ disabled }) => !disabled,
  )
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
  const step = steps[event.key]
  if (at < 0 || step === undefined) return
  event.preventDefault()
  tabs.at(step % tabs.length)?.focus()
}
