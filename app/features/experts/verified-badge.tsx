import { BadgeCheck } from 'lucide-react'
import { useProduct } from '#app/product.ts'
import { cx } from '#app/ui/cx.ts'

const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

/** Says what was checked, and when. */
export function VerifiedBadge({ at, className }: { at: Date | null; className?: string }) {
  const { name } = useProduct()
  const words = `Profile checked and approved by the ${name} team${at ? ` on ${day.format(at)}` : ''}`
  return (
    <span title={words} className={cx('inline-flex text-info', className)}>
      <BadgeCheck className="size-5" aria-hidden="true" />
      <span className="sr-only">Verified. {words}</span>
    </span>
  )
}
