import { Slider as Radix } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '#app/ui/cx.ts'

type Props = {
  label: ReactNode
  min: number
  max: number
  step?: number
  value?: number
  defaultValue?: number
  /** While the thumb moves. */
  onValueChange?: (value: number) => void
  /** When the thumb has been let go: the moment to ask the server. */
  onValueCommit?: (value: number) => void
  /** The value in words, shown and read out: '4.5 and up'. */
  format?: (value: number) => string
  name?: string
  disabled?: boolean
  className?: string
}

export function Slider({ label, min, max, step = 1, format = String, className, ...rest }: Props) {
  const { value, defaultValue, onValueChange, onValueCommit, name, disabled } = rest
  const labelId = useId()
  const [chosen, setChosen] = useState(defaultValue ?? min)
  const shown = value ?? chosen
  return (
    <div className={className}>
      <div className="flex items-baseline justify-between gap-3 text-small">
        <span id={labelId} className="font-semibold">
          {label}
        </span>
        <output aria-hidden="true" className="figures text-soft">
          {format(shown)}
        </output>
      </div>
      <Radix.Root
        {...{ min, max, step, name, disabled }}
        value={[shown]}
        onValueChange={([next = min]) => {
          setChosen(next)
          onValueChange?.(next)
        }}
        onValueCommit={([next = min]) => onValueCommit?.(next)}
        className={cx(
          'relative flex h-11 touch-none items-center select-none',
          disabled ? 'cursor-not-allowed opacity-50' : 'cursor-pointer',
        )}
      >
        <Radix.Track className="relative h-1.5 grow rounded-full bg-line-strong/60">
          <Radix.Range className="absolute h-full rounded-full bg-text" />
        </Radix.Track>
        <Radix.Thumb
          aria-labelledby={labelId}
          aria-valuetext={format(shown)}
          className="block size-6 rounded-full border-4 border-text bg-ink before:absolute before:-inset-2.5 before:rounded-full hover:border-soft"
        />
      </Radix.Root>
    </div>
  )
}
