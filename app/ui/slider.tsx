import { type ReactNode, useId, useState } from 'react'
import { cx } from '#app/ui/cx.ts'

type Props = {
  label: ReactNode
  hint?: ReactNode
  min: number
  max: number
  step?: number
  value?: number
  defaultValue?: number
  /** Called while the thumb moves. */
  onValueChange?: (value: number) => void
  onBlur?: () => void
  /** The value as text, shown and read out: '4.5 and up'. */
  format?: (value: number) => string
  name?: string
  /** Id of its form, when it is outside the form element. */
  form?: string
  disabled?: boolean
  className?: string
}

/** A native slider in our colours: it works in plain forms and before scripts have loaded. */
export function Slider({ label, hint, min, max, step = 1, format = String, className, ...rest }: Props) {
  const { value, defaultValue, onValueChange, disabled, ...input } = rest
  const id = useId()
  const hintId = `${id}-hint`
  const [chosen, setChosen] = useState(defaultValue ?? min)
  const current = value ?? chosen
  return (
    <div className={className}>
      <div className="flex items-baseline justify-between gap-3 text-small">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <output htmlFor={id} aria-hidden="true" className="figures text-soft">
          {format(current)}
        </output>
      </div>
      <input
        type="range"
        {...input}
        {...{ id, min, max, step, disabled }}
        value={current}
        aria-valuetext={format(current)}
        aria-describedby={hint ? hintId : undefined}
        onChange={({ target }) => {
          setChosen(target.valueAsNumber)
          onValueChange?.(target.valueAsNumber)
        }}
        style={{ '--filled': `${((current - min) / (max - min)) * 100}%` } as React.CSSProperties}
        className={cx(
          'slider h-11 w-full appearance-none bg-transparent',
          disabled ? 'cursor-not-allowed opacity-50' : 'cursor-pointer',
        )}
      />
      {hint && (
        <p id={hintId} className="text-small text-quiet">
          {hint}
        </p>
      )}
    </div>
  )
}
