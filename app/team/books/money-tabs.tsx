import { NavLink } from 'react-router'

const pages = [
  { to: '/team/money', label: 'Books', end: true },
  { to: '/team/money/income', label: 'Fees and months' },
  { to: '/team/money/operations', label: 'Operations' },
  { to: '/team/money/corrections', label: 'Corrections' },
]

/** Navigation between the money pages. */
export function MoneyTabs() {
  return (
    <nav aria-label="Money" className="mb-6 flex flex-wrap gap-1.5">
      {pages.map(({ label, ...link }) => (
        <NavLink
          key={link.to}
          {...link}
          className="inline-flex min-h-11 items-center rounded-control border border-line px-3.5 text-small font-semibold text-soft hover:text-text aria-[current=page]:border-line-strong aria-[current=page]:bg-float aria-[current=page]:text-text md:min-h-9"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
