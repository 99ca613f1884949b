import { BadgeCheck } from 'lucide-react'
import { useProduct } from '#app/base/product.ts'
import { verifiedText } from '#app/experts/verified-text.ts'
import { cx } from '#app/ui/cx.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'

type Props = { expert: Pick<ExpertCard, 'verified' | 'verifiedAt'>; className?: string }

/** Shows what was verified and when, as a tooltip and for screen readers. */
export function VerifiedBadge({ expert, className }: Props) {
  const { name } = useProduct()
  const text = verifiedText(expert, name)
  if (!text) return null
  return (
    <span title={text} className={cx('inline-flex text-info', className)}>
      <BadgeCheck className="size-5" aria-hidden="true" />
      <span className="sr-only">Verified. {text}</span>
    </span>
  )
}

/** The same as visible text, because touch and keyboard users cannot hover. */
export function VerifiedLine({ expert, className }: Props) {
  const { name } = useProduct()
  const text = verifiedText(expert, name)
  if (!text) return null
  return (
    <p className={cx('flex items-start gap-2 text-small text-soft', className)}>
      <BadgeCheck className="mt-px size-4.5 shrink-0 text-info" aria-hidden="true" />
      <span className="text-balance">
        <strong className="font-semibold text-info">Verified.</strong> {text}
      </span>
    </p>
  )
}
