import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { cx } from '#app/ui/cx.ts'
import { counted } from '#kernel/count-text.ts'

/** A suggestion is a link. The caller renders its content. */
type ComboboxOption = { id: string; to: string; content: ReactNode }
export type ComboboxGroup = { label: string; options: ComboboxOption[] }

type Props = {
  name: string
  label: string
  placeholder?: string
  /** Suggestions for the current text; null before the first search. Empty groups are skipped. */
  groups: ComboboxGroup[] | null
  onType(text: string): void
  /** Shown when there are no suggestions for the text. */
  emptyText: string
  leading?: ReactNode
  maxLength?: number
  className?: string
}

/**
 * A text box with suggestions, for use inside a form. Before scripts load, it is a plain text box. Without an active
 * suggestion, Enter submits the form. The box keeps the focus, and the arrow keys move through the list. The list is as
 * wide as the nearest positioned ancestor, such as the form.
 */
export function Combobox(props: Props) {
  const { name, label, placeholder, groups, onType, emptyText, leading, maxLength, className } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const filledGroups = groups?.filter(({ options }) => options.length > 0) ?? []
  const options = filledGroups.flatMap((group) => group.options)
  const isExpanded = isOpen && options.length > 0
  const isEmpty = isOpen && groups !== null && options.length === 0
  // New suggestions may lack the option that was active.
  const active = isExpanded ? options.find((option) => option.id === activeId) : undefined
  // Uses the index, because element ids must not contain spaces and option ids may.
  const elementId = (option: ComboboxOption) => `${id}-${options.indexOf(option)}`

  const latestOnType = useRef(onType)
  useEffect(() => {
    latestOnType.current = onType
  })
  // The user may have typed before hydration.
  useEffect(() => {
    const typed = input.current?.value
    if (!typed || document.activeElement !== input.current) return
    setIsOpen(true)
    latestOnType.current(typed)
  }, [])

  function changeText(text: string): void {
    setIsOpen(true)
    setActiveId(null)
    onType(text)
  }

  function close(): void {
    setIsOpen(false)
    setActiveId(null)
  }

  /** Moves through the options. Past either end, the text box is active again. */
  function moveFocus(step: 1 | -1): void {
    setIsOpen(true)
    if (options.length === 0) return
    const stops = [undefined, ...options]
    const index = stops.indexOf(active)
    const next = stops.at((index + step + stops.length) % stops.length)
    setActiveId(next?.id ?? null)
    if (next) list.current?.querySelector(`[id="${elementId(next)}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    // While an input method composes a word, it handles Enter and the arrow keys itself.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (event.altKey) return event.key === 'ArrowDown' ? setIsOpen(true) : close()
      return moveFocus(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Enter') {
      if (active) {
        event.preventDefault()
        list.current?.querySelector<HTMLElement>(`[id="${elementId(active)}"]`)?.click()
      }
      return close()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      if (isExpanded || isEmpty) return close()
      event.currentTarget.value = ''
      return changeText('')
    }
  }

  return (
    <div className={className} onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}>
      <div className="relative">
        {leading && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-0 flex w-12 items-center justify-center text-quiet [&>svg]:size-5"
          >
            {leading}
          </span>
        )}
        <input
          ref={input}
          type="text"
          name={name}
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? `${id}-list` : undefined}
          aria-activedescendant={active ? elementId(active) : undefined}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onInput={(event) => changeText(event.currentTarget.value)}
          onClick={() => setIsOpen(true)}
          onKeyDown={onKeyDown}
          className={cx(
            'block h-13 w-full rounded-control border border-line-strong bg-raised pr-3.5 text-body text-text placeholder:text-quiet hover:border-quiet',
            leading ? 'pl-12' : 'pl-3.5',
          )}
        />
      </div>
      {isEmpty && (
        // Hidden from screen readers, because the status below announces it.
        <p aria-hidden="true" className={cx(panel, 'px-5 py-4 text-small text-soft')}>
          {emptyText}
        </p>
      )}
      {isExpanded && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label={label}
          // Pressing the mouse must not move the focus, which would close the list before the click event.
          onMouseDown={(event) => event.preventDefault()}
          className={cx(panel, 'max-h-[min(26rem,40dvh)] overflow-y-auto overscroll-contain p-2')}
        >
          {filledGroups.map((group, index) => (
            <div key={group.label} role="group" aria-labelledby={`${id}-group-${index}`}>
              <p id={`${id}-group-${index}`} className="px-3 pt-2 pb-1 text-small text-quiet">
                {group.label}
              </p>
              {group.options.map((option) => (
                <Link
                  key={option.id}
                  id={elementId(option)}
                  to={option.to}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === active}
                  onClick={close}
                  onMouseMove={() => setActiveId(option.id)}
                  className="flex min-h-11 items-center gap-3 rounded-control px-3 py-1.5 aria-selected:bg-line"
                >
                  {option.content}
                </Link>
              ))}
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {isExpanded && counted(options.length, 'suggestion')}
        {isEmpty && emptyText}
      </p>
    </div>
  )
}

const panel = 'absolute inset-x-0 top-full z-30 mt-2 rounded-card border border-line bg-float text-left shadow-float'
