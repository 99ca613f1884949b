import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from '#app/ui/cx.ts'

type Control = {
  id: string
  required: boolean | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const FieldContext = createContext<Control | null>(null)

/** Props that connect a control to its label, hint and error. Empty outside a field. */
export function useField(): Partial<Control> {
  return useContext(FieldContext) ?? {}
}

type Props = {
  label: ReactNode
  /** One control: TextInput, TextArea, PasswordInput or Select. */
  children: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  optional?: boolean
  className?: string
}

export function Field({ label, children, hint, error, required, optional, className }: Props) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const control: Control = {
    id,
    required,
    'aria-describedby': cx(error ? errorId : null, hint ? hintId : null) || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 flex items-baseline justify-between gap-3 text-small font-semibold">
        <span>
          {label}
          {/* Hidden from screen readers, because the control itself is marked as required. */}
          {required && (
            <span aria-hidden="true" className="text-quiet">
              {' *'}
            </span>
          )}
        </span>
        {optional && <span className="font-normal text-quiet">Optional</span>}
      </label>
      <FieldContext value={control}>{children}</FieldContext>
      {error && (
        <p id={errorId} className="mt-1.5 flex gap-1.5 text-small text-bad">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1.5 text-small text-quiet">
          {hint}
        </p>
      )}
    </div>
  )
}
