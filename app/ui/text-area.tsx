import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { cx } from '#app/ui/cx.ts'
import { controlStyle } from '#app/ui/control-style.ts'
import { useField } from '#app/ui/field.tsx'

type Props = ComponentProps<'textarea'> & {
  /** Shows how much of `maxLength` is used. */
  counter?: boolean
}

export function TextArea({ counter = false, className, ...rest }: Props) {
  const field = useField()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const counterId = useId()
  const [typedLength, setTypedLength] = useState(String(rest.defaultValue ?? '').length)
  const length = rest.value === undefined ? typedLength : String(rest.value).length

  // A form reset changes the text without an input event.
  useEffect(() => {
    const form = textarea.current?.form
    const onReset = () => setTypedLength(textarea.current?.defaultValue.length ?? 0)
    form?.addEventListener('reset', onReset)
    return () => form?.removeEventListener('reset', onReset)
  }, [])

  const max = counter ? rest.maxLength : undefined
  return (
    <div className="relative">
      <textarea
        ref={textarea}
        rows={4}
        {...field}
        {...rest}
        aria-describedby={
          cx(rest['aria-describedby'] ?? field['aria-describedby'], max ? counterId : null) || undefined
        }
        onInput={(event) => {
          setTypedLength(event.currentTarget.value.length)
          rest.onInput?.(event)
        }}
        className={cx(controlStyle, 'min-h-24 py-2.5 read-only:text-soft', max ? 'pb-8' : false, className)}
      />
      {max && <Counter id={counterId} length={length} max={max} />}
    </div>
  )
}

function Counter({ id, length, max }: { id: string; length: number; max: number }) {
  const remaining = max - length
  const isNearEnd = remaining <= max / 10
  return (
    <div
      className={cx(
        'figures pointer-events-none absolute right-4 bottom-px rounded-control bg-ink pb-1.5 pl-2 text-small',
        isNearEnd ? 'font-semibold text-text' : 'text-quiet',
      )}
    >
      <span aria-hidden="true">
        {length} / {max}
      </span>
      <span id={id} className="sr-only">
        At most {max} characters
      </span>
      {/* Announcing the count at every key would disturb typing, so only the last tenth is announced. */}
      <span aria-live="polite" className="sr-only">
        {isNearEnd && `${remaining} characters left`}
      </span>
    </div>
  )
}
