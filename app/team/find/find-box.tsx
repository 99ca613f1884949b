import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { counted } from '#kernel/count-text.ts'
import { searchMaxLength } from '#kernel/limits.ts'

/** An option leads to a page, or changes the search. */
export type FindOption = {
  id: string
  icon: ReactNode
  title: string
  detail?: string
  to?: string
  onOpen(): void
}
export type FindGroup = { label: string; options: FindOption[] }

type Props = {
  input: RefObject<HTMLInputElement | null>
  text: string
  onType(text: string): void
  /** Called on Backspace in an empty text box. */
  onLeave: (() => void) | undefined
  placeholder: string
  /** Empty groups are skipped. */
  groups: FindGroup[]
  isLoading: boolean
  problem: string | null
  onRetry(): void
  /** Shown when there is no option. */
  emptyText: string
}

/**
 * A text box with the list of what it finds. The text box keeps the focus. One option is always active, at first the
 * best: arrow keys, Home and End move, and Enter opens it.
 */
export function FindBox(props: Props) {
  const { input, text, onType, onLeave, placeholder, groups, isLoading, problem, onRetry, emptyText } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const filledGroups = groups.filter(({ options }) => options.length > 0)
  const options = filledGroups.flatMap((group) => group.options)
  const active = options.find((option) => option.id === activeId) ?? options[0]
  // Uses the index, because element ids must not contain spaces and option ids may.
  const elementId = (option: FindOption) => `${id}-${options.indexOf(option)}`
  const isEmpty = options.length === 0 && !isLoading && problem === null

  function activate(option: FindOption | undefined): void {
    if (!option) return
    setActiveId(option.id)
    list.current?.querySelector(`[id="${elementId(option)}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    // While an input method composes a word, it handles these keys itself.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && text === '' && onLeave) return onLeave()
    if (event.key === 'Enter') {
      event.preventDefault()
      if (active) list.current?.querySelector<HTMLElement>(`[id="${elementId(active)}"]`)?.click()
      return
    }
    // With other keys they select text or move the caret.
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || !active) return
    const index = options.indexOf(active)
    const targets: Record<string, FindOption | undefined> = {
      ArrowDown: options[(index + 1) % options.length],
      ArrowUp: options.at(index - 1),
      Home: options[0],
      End: options.at(-1),
    }
    if (!Object.hasOwn(targets, event.key)) return
    event.preventDefault()
    activate(targets[event.key])
  }

  return (
    <>
      <div className="relative">
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-0 flex w-12 items-center justify-center text-quiet [&>svg]:size-5"
        >
          {isLoading ? <Spinner /> : <Search />}
        </span>
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search everything"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={active && elementId(active)}
          placeholder={placeholder}
          maxLength={searchMaxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => {
            setActiveId(null)
            onType(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          className="block h-13 w-full rounded-control border border-line-strong bg-raised pr-3.5 pl-12 text-body text-text placeholder:text-quiet hover:border-quiet"
        />
      </div>
      {/* Keeps its height, so that the dialog does not move while results come and go. */}
      <div className="mt-3" style={{ height: 'min(26rem, 55dvh)' }}>
        {problem !== null && (
          <div role="alert" className="space-y-3 text-small">
            <p className="text-bad">{problem}</p>
            <Button variant="outline" size="small" onClick={onRetry}>
              Search again
            </Button>
          </div>
        )}
        {isEmpty && (
          // Hidden from screen readers, because the status below announces it.
          <p aria-hidden="true" className="px-1 text-small text-soft wrap-anywhere">
            {emptyText}
          </p>
        )}
        {options.length > 0 && (
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            tabIndex={-1}
            aria-label="Results"
            // Pressing the mouse must not move the focus out of the text box.
            onMouseDown={(event) => event.preventDefault()}
            className="overflow-y-auto overscroll-contain"
            style={{ maxHeight: '100%' }}
          >
            {filledGroups.map((group, index) => (
              <div key={group.label} role="group" aria-labelledby={`${id}-group-${index}`}>
                <p id={`${id}-group-${index}`} className="px-3 pt-2 pb-1 text-small text-quiet">
                  {group.label}
                </p>
                {group.options.map((option) => (
                  <OptionRow
                    key={option.id}
                    id={elementId(option)}
                    option={option}
                    isActive={option === active}
                    onHover={() => setActiveId(option.id)}
                  />
                ))}
              </div>
            ))}
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {isLoading ? 'Searching' : isEmpty ? emptyText : problem === null && counted(options.length, 'result')}
      </p>
    </>
  )
}

type RowProps = { id: string; option: FindOption; isActive: boolean; onHover(): void }

function OptionRow({ id, option: { icon, title, detail, to, onOpen }, isActive, onHover }: RowProps) {
  const optionProps = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isActive,
    onClick: onOpen,
    onMouseMove: onHover,
    className: 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-1.5 text-left aria-selected:bg-line',
  }
  const content = (
    <>
      <span aria-hidden="true" className="flex w-6 shrink-0 justify-center text-quiet [&>svg]:size-4.5">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{title}</span>
        {detail && <span className="block truncate text-small text-soft">{detail}</span>}
      </span>
    </>
  )
  return to ? (
    <Link {...optionProps} to={to}>
      {content}
    </Link>
  ) : (
    <button {...optionProps} type="button">
      {content}
    </button>
  )
}
