import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#app/ui/cx.ts'
import { controlStyle } from '#app/ui/control-style.ts'
import { useField } from '#app/ui/field.tsx'

/** A native select: familiar on phones, and works in plain forms and before scripts have loaded. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  const field = useField()
  return (
    <div className="relative">
      <select
        {...field}
        {...rest}
        className={cx(
          controlStyle,
          'appearance-none truncate pr-10 [&_option]:bg-float [&_option]:text-text',
          className,
        )}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-quiet"
      />
    </div>
  )
}
