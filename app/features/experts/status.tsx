import { useViewer } from '#app/features/frame/use-viewer.ts'
import type { Presence } from '#app/ui/avatar.tsx'
import { cx } from '#app/ui/cx.ts'
import type { ExpertStatus } from '#domain/discovery/contract.ts'

export const presenceOf: Record<ExpertStatus, Presence> = {
  online: 'available',
  busy: 'busy',
  offline: 'offline',
}

const looks = { online: 'text-good', busy: 'text-accent', offline: 'text-quiet' }

/** In words. Only somebody who is signed in can call at once, so only they read 'Now'. */
export function StatusText({ status, className }: { status: ExpertStatus; className?: string }) {
  const viewer = useViewer()
  const words = {
    online: viewer ? 'Available Now' : 'Available',
    busy: 'In a Session',
    offline: 'Offline',
  }
  return <span className={cx('font-semibold', looks[status], className)}>{words[status]}</span>
}
