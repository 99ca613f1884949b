import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from '#app/ui/cx.ts'
import { tabListStyle, tabStyle } from '#app/ui/tab-style.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Props = {
  label: string
  /** Each tab has a URL that shows it, for browsers without JavaScript or before it has loaded. */
  tabs: readonly { id: string; label: string; to: string }[]
  selected: string
  onSelect(id: string): void
  /** Content of the selected tab. */
  children: ReactNode
  className?: string
}

/** Tabs that are links until hydration. Arrow keys, Home and End move the focus and select. */
export function LinkTabs({ label, tabs, selected, onSelect, children, className }: Props) {
  const panelId = useId()
  const list = useRef<HTMLDivElement>(null)
  // A single tab stop is only right when the arrow keys work.
  const isHydrated = useHydrated()
  const tabId = (id: string) => `${panelId}-${id}`

  const moveFocus = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ id }) => id === selected)
    const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1, ' ': index }
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = tabs.at(step % tabs.length)
    if (!next) return
    list.current?.querySelector<HTMLElement>(`[id="${tabId(next.id)}"]`)?.focus()
    onSelect(next.id)
  }
  const choose = (event: MouseEvent, id: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onSelect(id)
  }

  return (
    <div className={className}>
      <div ref={list} role="tablist" aria-label={label} className={tabListStyle}>
        {tabs.map(({ id, label: name, to }) => (
          <a
            key={id}
            id={tabId(id)}
            href={to}
            role="tab"
            aria-selected={id === selected}
            aria-controls={panelId}
            data-state={id === selected ? 'active' : 'inactive'}
            tabIndex={isHydrated && id !== selected ? -1 : 0}
            onKeyDown={moveFocus}
            onClick={(event) => choose(event, id)}
            className={cx(tabStyle, 'grow justify-center max-md:px-2 md:grow-0')}
          >
            {name}
          </a>
        ))}
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(selected)} className="pt-5">
        {children}
      </div>
    </div>
  )
}
