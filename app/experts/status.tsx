import { useViewer } from '#app/base/use-viewer.ts'
import { cx } from '#app/ui/cx.ts'
import { PresenceText } from '#app/ui/presence-text.tsx'
import type { ExpertStatus } from '#domain/discovery/contract.ts'

const presenceStyles =
  'data-[presence=online]:text-good data-[presence=busy]:text-accent data-[presence=offline]:text-quiet'

/** The status text. 'Available Now' is for signed-in viewers only, because visitors must log in before they call. */
export function StatusText({ status, className }: { status: ExpertStatus; className?: string }) {
  const viewer = useViewer()
  const statusTexts = {
    online: viewer ? 'Available Now' : 'Available',
    busy: 'In a Session',
    offline: 'Offline',
  }
  return (
    <PresenceText
      presence={status}
      statusTexts={statusTexts}
      className={cx('font-semibold', presenceStyles, className)}
    />
  )
}
