import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { FindButton } from '#app/team/find/find-button.tsx'
import { sectionsOf } from '#app/team/shell/sections.tsx'
import type { TeamRole } from '#domain/policy.ts'
import type { TeamQueueCounts } from '#domain/team/contract.ts'
import { waitingCountMax } from '#kernel/limits.ts'

type Props = { waiting: TeamQueueCounts; teamRole: TeamRole | null | undefined }

/**
 * The search over everything and links to the team pages of the viewer's role: a sidebar on wide screens, a scrolling
 * row on narrow ones.
 */
export function TeamNav({ waiting, teamRole }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  const sections = sectionsOf(teamRole)
  useEffect(() => {
    const row = list.current
    const current = row?.querySelector<HTMLElement>('[aria-current=page]')
    // Moves only the row. With `scrollIntoView` the page would leave the place that a link named, such as '#suspend'.
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav
      aria-label="Team"
      className="max-lg:-mx-4 max-lg:border-b max-lg:border-line max-lg:bg-raised md:max-lg:-mx-6 lg:sticky lg:top-16 lg:self-start lg:py-8"
    >
      <ul ref={list} className="relative flex gap-1 max-lg:overflow-x-auto max-lg:px-3 max-lg:py-1.5 lg:flex-col">
        {/* Stays in sight while the row of a narrow screen scrolls. */}
        <li className="sticky left-0 z-10 shrink-0 max-lg:bg-raised">
          <FindButton pages={sections} />
        </li>
        {sections.map(({ to, label, icon, queue }) => (
          <li key={to} className="shrink-0">
            <NavLink
              to={to}
              end={to === '/team'}
              className="flex min-h-11 items-center gap-2.5 rounded-control px-3 text-small font-medium whitespace-nowrap text-soft hover:bg-float hover:text-text aria-[current=page]:bg-float aria-[current=page]:text-text lg:min-h-10"
            >
              <span aria-hidden="true" className="text-quiet [&>svg]:size-4">
                {icon}
              </span>
              {label}
              {queue && <WaitingCount count={waiting[queue]} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  const text = count > waitingCountMax ? `${waitingCountMax}+` : String(count)
  return (
    <span className="figures rounded-full bg-accent/15 px-2 text-small leading-5 font-semibold text-accent lg:ml-auto">
      {text}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
