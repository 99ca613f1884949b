import { Wallet } from 'lucide-react'
import { Link } from 'react-router'
import { useLostAnswers } from '#app/features/forms/lost-answers.ts'
import { ownLinks } from '#app/features/frame/links.ts'
import { useOwnWallet } from '#app/features/frame/use-own-wallet.ts'
import { UserMenu } from '#app/features/frame/user-menu.tsx'
import type { Viewer } from '#app/features/frame/viewer.ts'
import { BellLink } from '#app/features/notifications/bell-link.tsx'
import { formatRupees } from '#kernel/money.ts'

export { CallKeeper, CallSurface } from '#app/features/call/call-keeper.tsx'

/** Only students ask, so what is fetched for it is named here and not in what visitors load. */
export const loadRequestDialog = () => import('#app/features/request-session/request-dialog.tsx')

/** The end of the header: money, what is new, and the own menu. */
export function OwnHeader({ viewer }: { viewer: Viewer }) {
  const wallet = useOwnWallet(viewer)
  const { to, label } = ownLinks(viewer).wallet
  // Only they have forms whose answers can be lost.
  useLostAnswers()
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
