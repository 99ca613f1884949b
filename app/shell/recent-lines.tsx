import type { Viewer } from '#app/base/viewer.ts'
import { useOwnWallet } from '#app/wallet/use-own-wallet.ts'
import { walletBadgeMax } from '#kernel/limits.ts'
import { plural } from '#kernel/plural.ts'

/** The number of new transactions, as a badge on the wallet tab. */
export function RecentLines({ viewer }: { viewer: Viewer }) {
  const count = useOwnWallet(viewer)?.recentLines ?? 0
  if (count === 0) return null
  const text = count > walletBadgeMax ? `${walletBadgeMax}+` : String(count)
  return (
    <span className="figures absolute -top-2 left-3 min-w-5 rounded-full bg-bad-deep px-1 text-center text-small leading-5 font-semibold text-text">
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">
        {text} {plural(count, 'transaction')} in the last 24 hours,{' '}
      </span>
    </span>
  )
}
