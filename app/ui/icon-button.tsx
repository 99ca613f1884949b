import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & { label: string; icon: ReactNode }

/** A button with a well-known icon. Screen readers get its label. */
export function IconButton({ label, icon, className, title = label, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={title}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control text-quiet transition-colors hover:bg-line hover:text-text',
        'disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
    >
      {icon}
    </button>
  )
}
