import { Link, type To } from 'react-router'

type Props = {
  label: string
  choices: readonly { name: string; to: To; isCurrent: boolean }[]
}

/** Links to a few views of a list, each with its own URL. */
export function LinkChips({ label, choices }: Props) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1.5">
      {choices.map(({ name, to, isCurrent }) => (
        <Link
          key={name}
          to={to}
          preventScrollReset
          aria-current={isCurrent ? 'true' : undefined}
          className="inline-flex min-h-11 items-center rounded-control border border-line px-3 text-small font-medium text-soft hover:bg-float hover:text-text aria-[current=true]:border-line-strong aria-[current=true]:bg-float aria-[current=true]:text-text"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
