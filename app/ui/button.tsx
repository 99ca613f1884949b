import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { cx } from '#app/ui/cx.ts'
import { Spinner } from '#app/ui/spinner.tsx'

const variants = {
  /** The one main action of a screen. */
  primary: 'bg-accent text-on-accent hover:bg-accent-bright',
  outline: 'border border-line-strong text-text hover:bg-float',
  quiet: 'text-soft hover:bg-float hover:text-text',
  danger: 'bg-bad-deep text-text hover:brightness-110',
}
const sizes = {
  small: 'min-h-11 px-3.5 text-small md:min-h-9',
  medium: 'min-h-11 px-5 text-body',
  large: 'min-h-13 px-7 text-lead',
}

type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes }

function buttonStyle({ variant = 'primary', size = 'medium' }: ButtonLook, className: string | undefined) {
  return cx(
    'relative inline-flex items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap transition-colors select-none',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
    className,
  )
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean }

/** A busy button keeps its focus, size and label, is marked as busy, and ignores clicks. */
export function Button({ variant, size, busy = false, className, type = 'button', ...rest }: ButtonProps) {
  const onClick: ButtonProps['onClick'] = busy ? (event) => event.preventDefault() : rest.onClick
  return (
    <button
      {...rest}
      type={type}
      onClick={onClick}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      className={buttonStyle({ variant, size }, className)}
    >
      {busy ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{rest.children}</span>
          <span className="absolute inset-0 flex items-center justify-center">
            <Spinner />
          </span>
        </>
      ) : (
        rest.children
      )}
    </button>
  )
}

/** The attribute lets a toast find the link. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link data-button="" {...rest} className={buttonStyle({ variant, size }, className)} />
}
