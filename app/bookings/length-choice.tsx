import { Link } from 'react-router'
import { bookingPrice } from '#domain/bookings/rules.ts'
import { bookingMinutes } from '#kernel/limits.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'

type Props = {
  minutes: number
  ratePaisePerMinute: Paise
  to(minutes: (typeof bookingMinutes)[number]): string
}

/** Lists the lengths with their prices, as links that work without scripts. */
export function LengthChoice({ minutes, ratePaisePerMinute, to }: Props) {
  return (
    <nav aria-label="Length" className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {bookingMinutes.map((length) => (
        <Link
          key={length}
          to={to(length)}
          replace
          preventScrollReset
          aria-current={length === minutes ? 'true' : undefined}
          className="flex min-h-14 flex-col items-center justify-center rounded-control border border-line-strong font-semibold transition-colors hover:bg-raised aria-[current=true]:border-accent aria-[current=true]:text-accent"
        >
          {length} minutes
          <span className="figures text-small font-normal text-soft">
            {formatRupees(bookingPrice({ minutes: length, ratePaisePerMinute }))}
          </span>
        </Link>
      ))}
    </nav>
  )
}
