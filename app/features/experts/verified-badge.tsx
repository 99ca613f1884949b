import { BadgeCheck } from 'lucide-react'
import { useProduct } from '#app/product.ts'
import { cx } from '#app/ui/cx.ts'

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** Says what was checked, and when: on hovering and to screen readers. Where there is room, the line below says it to everybody. */
export function VerifiedBadge({ at, className }: { at: Date | null; className?: string }) {
  const words = useVerifiedWords(at)
  return (
    <span title={words} className={cx('inline-flex text-info', className)}>
      <BadgeCheck className="size-5" aria-hidden="true" />
      <span className="sr-only">Verified. {words}</span>
    </span>
  )
}

/** The same, written out: neither a finger nor a key can hover. */
export function VerifiedLine({ at, className }: { at: Date | null; className?: string }) {
  const words = useVerifiedWords(at)
  return (
    <p className={cx('flex items-start gap-2 text-small text-soft', className)}>
      <BadgeCheck className="mt-px size-4.5 shrink-0 text-info" aria-hidden="true" />
      <span className="text-balance">
        <strong className="font-semibold text-info">Verified.</strong> {words}
      </span>
    </p>
  )
}

function useVerifiedWords(at: Date | null): string {
  const { name } = useProduct()
  return `Profile checked and approved by the ${name} team${at ? ` on ${day.format(at)}` : ''}`
}
