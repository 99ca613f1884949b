import { Table, Td, Th } from '#app/ui/table.tsx'
import type { DayOfEarnings } from '#domain/wallet/contract.ts'
import { formatRupees, paise } from '#kernel/money.ts'

const height = 100
const barWidth = 0.72

/** What each day brought, as bars, and as a table for those who would rather read. */
export function EarningsChart({ days }: { days: DayOfEarnings[] }) {
  const amounts = days.map(({ amount }) => amount)
  const highest = paise(Math.max(0, ...amounts))
  const lowest = paise(Math.min(0, ...amounts))
  const y = (amount: number) => ((highest - amount) / (highest - lowest || 1)) * height
  return (
    <figure>
      <figcaption className="text-small text-soft">{summaryOf(days)}</figcaption>
      <div className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div aria-hidden="true" className="figures relative text-right text-small text-quiet">
          {/* Keeps the column as wide as its widest figure. */}
          <span className="invisible">{formatRupees(highest)}</span>
          <span className="absolute top-0 right-0 -translate-y-1/2">{formatRupees(highest)}</span>
          {lowest === 0 && <span className="absolute right-0 bottom-0 translate-y-1/2">₹0</span>}
        </div>
        <svg
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
          className="h-36 w-full overflow-visible"
          aria-hidden="true"
        >
          {[highest, 0].map((amount) => (
            <line
              key={amount}
              x1={0}
              x2={days.length}
              y1={y(amount)}
              y2={y(amount)}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {days.map(({ day, amount }, index) => (
            <g key={day} className="group/day">
              <title>{`${dayText(day)}: ${formatRupees(amount)}`}</title>
              <rect x={index} y={0} width={1} height={height} className="fill-transparent" />
              <rect
                x={index + (1 - barWidth) / 2}
                y={Math.min(y(amount), y(0))}
                width={barWidth}
                height={Math.abs(y(amount) - y(0))}
                className={amount < 0 ? 'fill-bad' : 'fill-good group-hover/day:brightness-125'}
              />
            </g>
          ))}
        </svg>
        <p aria-hidden="true" className="col-start-2 mt-2 flex justify-between text-small text-quiet">
          <span>{dayText(days[0]?.day ?? '')}</span>
          <span>Today</span>
        </p>
      </div>
      <details className="mt-3 text-small">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-soft underline underline-offset-4 hover:text-text">
          Show the days as a table
        </summary>
        <Table caption="Earnings by day" hideCaption className="mt-2">
          <thead>
            <tr>
              <Th>Day</Th>
              <Th numeric>Earned</Th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, amount }) => (
              <tr key={day}>
                <Th scope="row">{dayText(day)}</Th>
                <Td numeric>{formatRupees(amount)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  )
}

export function hasEarnings(days: DayOfEarnings[]): boolean {
  return days.some(({ amount }) => amount !== 0)
}

function summaryOf(days: DayOfEarnings[]): string {
  const total = paise(days.reduce((sum, { amount }) => sum + amount, 0))
  const best = days.reduce<DayOfEarnings | null>(
    (found, day) => (day.amount > (found?.amount ?? 0) ? day : found),
    null,
  )
  const start = `${formatRupees(total)} in the last ${days.length} days`
  return best
    ? `${start}. The best day was ${dayText(best.day)} with ${formatRupees(best.amount)}.`
    : `${start}.`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '2026-11-09' as 'Nov 09'. A day is a day in Kolkata, whatever the zone of the reader. */
function dayText(day: string): string {
  const [, month = '', date = ''] = day.split('-')
  return `${months[Number(month) - 1] ?? ''} ${date}`
}
