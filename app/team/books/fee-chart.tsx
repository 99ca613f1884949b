import { periodText } from '#app/team/books/period-text.ts'
import { BarChart } from '#app/ui/bar-chart.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import type { FeePeriod } from '#domain/books/contract.ts'
import { formatRupees, paise } from '#kernel/money.ts'

/** Platform fee for each day or month as a bar chart and a table. */
export function FeeChart({ periods, heading }: { periods: FeePeriod[]; heading: string }) {
  const total = paise(periods.reduce((sum, { fee }) => sum + fee, 0))
  const bars = periods.map(({ period, fee }) => ({ key: period, label: periodText(period), value: fee }))
  return (
    <figure>
      <figcaption className="text-small text-soft">{formatRupees(total)} in total.</figcaption>
      <BarChart
        bars={bars}
        formatValue={(fee) => formatRupees(paise(fee))}
        endLabels={[bars.at(0)?.label ?? '', bars.at(-1)?.label ?? '']}
      />
      <Table caption={heading} hideCaption className="mt-4 max-h-96 overflow-y-auto">
        <thead>
          <tr>
            <Th>Period</Th>
            <Th numeric>Fee</Th>
          </tr>
        </thead>
        <tbody>
          {periods.toReversed().map(({ period, fee }) => (
            <tr key={period}>
              <Th scope="row">{periodText(period)}</Th>
              <Td numeric>{formatRupees(fee)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </figure>
  )
}
