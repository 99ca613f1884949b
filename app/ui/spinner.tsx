import { LoaderCircle } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'

type Props = {
  /** Said by a screen reader. Leave it out where the words beside it already say what is going on. */
  label?: string
  className?: string
}

/** For a wait of unknown length. Where the length is known, show a progress bar; where the shape is known, a skeleton. */
export function Spinner({ label, className = 'size-5' }: Props) {
  return (
    <span role={label && 'status'} className="inline-flex">
      <LoaderCircle
        aria-hidden="true"
        className={cx('animate-[spin_0.9s_linear_infinite] motion-reduce:opacity-60', className)}
      />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
