import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { controlStyle } from '#app/ui/control-style.ts'
import { useField } from '#app/ui/field.tsx'

type Props = ComponentProps<'input'> & {
  /** A prefix such as ₹ or an icon. It is not part of the submitted value. */
  leading?: ReactNode
}

export function TextInput({ leading, className, ...rest }: Props) {
  const field = useField()
  const input = (
    <input
      type="text"
      {...field}
      {...rest}
      className={cx(controlStyle, 'read-only:text-soft', leading ? 'pl-10' : false, className)}
    />
  )
  if (!leading) return input
  return (
    <div className="relative">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-0 flex w-10 items-center justify-center text-quiet [&>svg]:size-4.5"
      >
        {leading}
      </span>
      {input}
    </div>
  )
}
