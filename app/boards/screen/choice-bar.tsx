import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from '#app/ui/cx.ts'

type Choice<Value> = { value: Value; label: string; icon: ReactNode; shortcut?: string }

type Props<Value> = {
  /** The name of the group for screen readers. */
  label: string
  choices: Choice<Value>[]
  value: Value
  onChoose(value: Value): void
}

/** Round buttons of which one is chosen: one tab stop, arrow keys choose the next, as radio buttons do. */
export function ChoiceBar<Value extends string>({ label, choices, value, onChoose }: Props<Value>) {
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const index = choices.findIndex((choice) => choice.value === value)
    const next = choices.at((index + step) % choices.length)
    if (!next) return
    onChoose(next.value)
    group.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }
  return (
    <div
      ref={group}
      role="radiogroup"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className="outline-none max-md:contents md:flex"
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          aria-label={choice.label}
          aria-keyshortcuts={choice.shortcut}
          title={choice.shortcut ? `${choice.label} (${choice.shortcut})` : choice.label}
          data-value={choice.value}
          tabIndex={choice.value === value ? 0 : -1}
          onClick={() => onChoose(choice.value)}
          className={cx(
            'flex size-11 shrink-0 items-center justify-center rounded-control -outline-offset-2 transition-colors [&>svg]:size-5',
            choice.value === value ? 'bg-text text-ink' : 'text-soft hover:bg-line hover:text-text',
          )}
        >
          {choice.icon}
        </button>
      ))}
    </div>
  )
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
