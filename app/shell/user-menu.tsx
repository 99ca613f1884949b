import { CalendarClock, CalendarDays, LogOut, PhoneCall, ShieldCheck, UserRound, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { menuLinks } from '#app/shell/links.ts'
import { useOwnWallet } from '#app/wallet/use-own-wallet.ts'
import { userMenuId } from '#app/shell/user-menu-id.ts'
import { useClosingPopover } from '#app/shell/use-closing-popover.ts'
import type { Viewer } from '#app/base/viewer.ts'
import { formatRupees } from '#kernel/money.ts'

const itemStyle =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-small font-medium text-soft hover:bg-line hover:text-text'

const icons: Record<string, ReactNode> = {
  'User Profile': <UserRound className="size-4" aria-hidden="true" />,
  'Expert Profile': <UserRound className="size-4" aria-hidden="true" />,
  Team: <UserRound className="size-4" aria-hidden="true" />,
  'User Wallet': <Wallet className="size-4" aria-hidden="true" />,
  'Expert Wallet': <Wallet className="size-4" aria-hidden="true" />,
  Sessions: <PhoneCall className="size-4" aria-hidden="true" />,
  Schedule: <CalendarDays className="size-4" aria-hidden="true" />,
  Bookings: <CalendarClock className="size-4" aria-hidden="true" />,
  Security: <ShieldCheck className="size-4" aria-hidden="true" />,
}

export function UserMenu({ viewer }: { viewer: Viewer }) {
  const panel = useClosingPopover<HTMLDivElement>()
  const wallet = useOwnWallet(viewer)
  return (
    <>
      <button
        type="button"
        popoverTarget={userMenuId}
        aria-label={`Your account, ${viewer.name}`}
        className="flex size-11 items-center justify-center rounded-full bg-accent font-bold text-on-accent"
      >
        {viewer.name.trim().charAt(0).toUpperCase()}
      </button>
      <div
        ref={panel}
        id={userMenuId}
        popover="auto"
        className="fixed inset-auto top-14 right-4 m-0 w-64 rounded-card border border-line bg-float p-2 text-text shadow-float open:animate-rise-in"
      >
        <div className="border-b border-line px-3 pt-2 pb-3">
          <p className="truncate font-semibold">{viewer.name}</p>
          <p className="truncate text-small text-quiet">{viewer.email}</p>
          {wallet && (
            <p className="figures mt-2 flex justify-between text-small text-soft">
              Balance <span className="font-semibold text-text">{formatRupees(wallet.available)}</span>
            </p>
          )}
        </div>
        <ul className="mt-2">
          {menuLinks(viewer).map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={itemStyle}>
                {icons[label]}
                {label}
              </Link>
            </li>
          ))}
          <li>
            <Form method="post" action="/logout">
              <button type="submit" className={itemStyle}>
                <LogOut className="size-4" aria-hidden="true" />
                Log out
              </button>
            </Form>
          </li>
        </ul>
      </div>
    </>
  )
}
