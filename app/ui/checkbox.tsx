import { Check, CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#app/ui/cx.ts'

type Props = Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** A native checkbox in our colours: it works in plain forms and before scripts have loaded. */
export function Checkbox({ label, hint, error, className, ...rest }: Props) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  return (
    <div className={className}>
      <label
        className={cx(
          'flex min-h-11 items-start gap-3 py-2.5',
          rest.disabled ? 'cursor-not-allowed text-quiet' : 'cursor-pointer',
        )}
      >
        <span className="relative mt-0.5 flex size-5 shrink-0">
          <input
            type="checkbox"
            {...rest}
            id={id}
            aria-invalid={error ? true : undefined}
            aria-describedby={cx(error ? errorId : null, hint ? hintId : null) || undefined}
            className="peer size-5 cursor-[inherit] appearance-none rounded-[0.375rem] border border-line-strong bg-ink transition-colors checked:border-text checked:bg-text hover:border-soft aria-invalid:border-bad disabled:opacity-50"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3.5}
            className="pointer-events-none absolute inset-0 m-auto hidden size-3.5 text-ink peer-checked:block"
          />
        </span>
        <span className="min-w-0">
          <span className="block leading-6">{label}</span>
          {hint && (
            <span id={hintId} className="mt-0.5 block text-small text-quiet">
              {hint}
            </span>
          )}
        </span>
      </label>
      {error && (
        <p id={errorId} className="ml-8 flex gap-1.5 text-small text-bad">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
