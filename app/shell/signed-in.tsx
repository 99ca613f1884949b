import { Wallet } from 'lucide-react'
import { Link } from 'react-router'
import { useUnshownAnswers } from '#app/base/forms/unshown-answers.ts'
import { ownLinks } from '#app/base/own-links.ts'
import type { Viewer } from '#app/base/viewer.ts'
import { BellLink } from '#app/notifications/bell-link.tsx'
import { UserMenu } from '#app/shell/user-menu.tsx'
import { useOwnWallet } from '#app/wallet/use-own-wallet.ts'
import { formatRupees } from '#kernel/money.ts'

export { EmailReminder } from '#app/account/email-reminder.tsx'
export { CallStateTracker, LazyCallOverlay } from '#app/call/call-state-tracker.tsx'
export { RequestHost } from '#app/requests/request-host.tsx'
export { RestoreRequest } from '#app/sessions/request/restore-request.tsx'
export { AccountUpdates } from '#app/shell/account-updates.tsx'
export { RecentLines } from '#app/shell/recent-lines.tsx'
export { SignOutListener } from '#app/shell/sign-out-listener.tsx'

export const loadRequestDialog = () => import('#app/sessions/request/request-dialog.tsx')

/** The right part of the header: balance, notifications and user menu. */
export function OwnHeader({ viewer }: { viewer: Viewer }) {
  const wallet = useOwnWallet(viewer)
  const { to, label } = ownLinks(viewer).wallet
  // Only signed-in users have forms whose responses can be lost.
  useUnshownAnswers()
  return (
    <>
      {wallet && (
        <Link
          to={to}
          className="figures flex min-h-11 items-center gap-2 rounded-control border border-line px-3 text-small font-semibold hover:border-line-strong"
        >
          <Wallet className="hidden size-4 text-accent min-[400px]:block" aria-hidden="true" />
          <span className="sr-only">{label}, balance </span>
          {formatRupees(wallet.available)}
        </Link>
      )}
      <BellLink viewer={viewer} />
      <UserMenu viewer={viewer} />
    </>
  )
}
