import { House, Search, UserRound, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { ownLinks } from '#app/base/own-links.ts'
import type { Viewer } from '#app/base/viewer.ts'
import { cx } from '#app/ui/cx.ts'
import { useOwnWallet } from '#app/wallet/use-own-wallet.ts'
import { walletBadgeMax } from '#kernel/limits.ts'
import { plural } from '#kernel/plural.ts'

/** Bottom navigation on small screens. */
export function BottomBar({ viewer }: { viewer: Viewer | null }) {
  const { wallet, profile } = ownLinks(viewer)
  const recentLines = useOwnWallet(viewer)?.recentLines ?? 0
  const isTeam = viewer?.role === 'team'
  return (
    <nav
      aria-label="Tabs"
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className={cx('grid h-16', isTeam ? 'grid-cols-3' : 'grid-cols-4')}>
        <Tab to="/" label="Home" icon={<House className="size-5" aria-hidden="true" />} />
        <Tab to="/experts" label="Experts" icon={<Search className="size-5" aria-hidden="true" />} />
        {!isTeam && (
          <Tab
            to={wallet.to}
            label="Wallet"
            icon={<Wallet className="size-5" aria-hidden="true" />}
            count={recentLines}
          />
        )}
        <Tab
          to={profile.to}
          label={isTeam ? 'Team' : 'Profile'}
          icon={<UserRound className="size-5" aria-hidden="true" />}
        />
      </ul>
    </nav>
  )
}

function Tab(props: { to: string; label: string; icon: ReactNode; count?: number }) {
  const { to, label, icon, count = 0 } = props
  // For a visitor, Wallet and Profile lead to the same login page, so neither is marked as current.
  const isOwnPage = !to.startsWith('/login')
  return (
    <li>
      <NavLink
        to={to}
        aria-current={isOwnPage ? 'page' : 'false'}
        className="flex h-full flex-col items-center justify-center gap-1 text-small font-medium text-quiet aria-[current=page]:text-accent"
      >
        <span className="relative">
          {icon}
          {count > 0 && (
            <span className="figures absolute -top-2 left-3 min-w-5 rounded-full bg-bad-deep px-1 text-center text-small leading-5 font-semibold text-text">
              <span aria-hidden="true">{badgeText(count)}</span>
              <span className="sr-only">
                {badgeText(count)} {plural(count, 'transaction')} in the last 24 hours,{' '}
              </span>
            </span>
          )}
        </span>
        {label}
      </NavLink>
    </li>
  )
}

function badgeText(count: number): string {
  return count > walletBadgeMax ? `${walletBadgeMax}+` : String(count)
}
