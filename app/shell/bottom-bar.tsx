import { House, Search, UserRound, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { ownLinks } from '#app/base/own-links.ts'
import type { Viewer } from '#app/base/viewer.ts'
import { signedInModule } from '#app/shell/signed-in-module.ts'
import { cx } from '#app/ui/cx.ts'

const RecentLines = signedInModule.component((loaded) => loaded.RecentLines)

/** Bottom navigation on small screens. */
export function BottomBar({ viewer }: { viewer: Viewer | null }) {
  const { wallet, profile } = ownLinks(viewer)
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
            badge={viewer && <RecentLines viewer={viewer} />}
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

function Tab(props: { to: string; label: string; icon: ReactNode; badge?: ReactNode }) {
  const { to, label, icon, badge } = props
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
          {badge}
        </span>
        {label}
      </NavLink>
    </li>
  )
}
