import { BarChart } from '#app/ui/bar-chart.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import type { DayOfEarnings } from '#domain/wallet/contract.ts'
import { formatRupees, paise } from '#kernel/money.ts'

/** Shows the earnings of each day as bars and as a table. */
export function EarningsChart({ days }: { days: DayOfEarnings[] }) {
  return (
    <figure>
      <figcaption className="text-small text-soft">{summaryText(days)}</figcaption>
      <BarChart
        bars={days.map(({ day, amount }) => ({ key: day, label: earningsDayText(day), value: amount }))}
        formatValue={(amount) => formatRupees(paise(amount))}
        endLabels={[earningsDayText(days[0]?.day ?? ''), 'Today']}
      />
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
                <Th scope="row">{earningsDayText(day)}</Th>
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

function summaryText(days: DayOfEarnings[]): string {
  const total = paise(days.reduce((sum, { amount }) => sum + amount, 0))
  const best = days.reduce<DayOfEarnings | null>(
    (found, day) => (day.amount > (found?.amount ?? 0) ? day : found),
    null,
  )
  const start = `${formatRupees(total)} in the last ${days.length} days`
  return best
    ? `${start}. The best day was ${earningsDayText(best.day)} with ${formatRupees(best.amount)}.`
    : `${start}.`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '2026-11-09' as 'Nov 09'. Days are in Asia/Kolkata, whatever the viewer's zone. */
function earningsDayText(day: string): string {
  const [, month = '', date = ''] = day.split('-')
  return `${months[Number(month) - 1] ?? ''} ${date}`
}
