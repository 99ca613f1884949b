import { LoaderCircle } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'

type Props = {
  /** For screen readers. Omit it when the text beside it already says what is loading. */
  label?: string
  className?: string
}

/** For a wait of unknown length. If the length is known, use a progress bar; if the layout is known, a skeleton. */
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
