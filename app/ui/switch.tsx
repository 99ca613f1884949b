import { Check } from 'lucide-react'
import { Switch as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#app/ui/cx.ts'

type Props = Omit<ComponentProps<typeof Radix.Root>, 'id' | 'children' | 'asChild'> & {
  label: ReactNode
  hint?: ReactNode
}

/** For settings that take effect immediately, such as going online. For values that a form sends, use a checkbox. */
export function Switch({ label, hint, className, ...rest }: Props) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className={cx('flex min-h-11 items-center justify-between gap-4', className)}>
      <div className="min-w-0 flex-1">
        <label
          htmlFor={id}
          className={cx('flex min-h-11 items-center font-medium', rest.disabled ? 'text-quiet' : 'cursor-pointer')}
        >
          {label}
        </label>
        {hint && (
          <p id={hintId} className="-mt-2 mb-1 text-small text-quiet">
            {hint}
          </p>
        )}
      </div>
      <Radix.Root
        {...rest}
        id={id}
        aria-describedby={hint ? hintId : undefined}
        className={cx(
          'relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-ink transition-colors',
          'before:absolute before:-inset-x-2 before:-inset-y-2.5 data-[state=checked]:border-good data-[state=checked]:bg-good',
          'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
        )}
      >
        <Radix.Thumb className="group flex size-5 translate-x-0.75 items-center justify-center rounded-full bg-soft transition-transform data-[state=checked]:translate-x-5.75 data-[state=checked]:bg-ink">
          <Check
            aria-hidden="true"
            strokeWidth={3.5}
            className="size-3 text-good opacity-0 group-data-[state=checked]:opacity-100"
          />
        </Radix.Thumb>
      </Radix.Root>
    </div>
  )
}
