import { FlaskConical } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import { Notice } from '#app/ui/notice.tsx'

export function AddingIsClosed() {
  return (
    <Notice title="Adding money is closed">
      No payment provider is connected to this server yet. You can still use the money in your wallet.
    </Notice>
  )
}

export function DemoMoney({ className }: { className?: string }) {
  return (
    <p className={cx('flex gap-2.5 text-small text-quiet', className)}>
      <FlaskConical className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      This is a demo: the money is invented and no bank is involved. Real payment integration comes later.
    </p>
  )
}
