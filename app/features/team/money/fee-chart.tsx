import { Table, Td, Th } from '#app/ui/table.tsx'
import type { FeePeriod } from '#domain/books/contract.ts'
import { formatRupees, paise } from '#kernel/money.ts'

const height = 100
const barWidth = 0.72

/** What the platform kept in each day or month, as bars, and as a table below. */
export function FeeChart({ periods, heading }: { periods: FeePeriod[]; heading: string }) {
  const fees = periods.map(({ fee }) => fee)
  const highest = Math.max(0, ...fees)
  const lowest = Math.min(0, ...fees)
  const y = (fee: number) => ((highest - fee) / (highest - lowest || 1)) * height
  const total = paise(fees.reduce((sum, fee) => sum + fee, 0))
  return (
    <figure>
      <figcaption className="text-small text-soft">
        {formatRupees(total)} in all. The highest is {formatRupees(paise(highest))}.
      </figcaption>
      <svg
        viewBox={`0 0 ${periods.length} ${height}`}
        preserveAspectRatio="none"
        className="mt-4 h-36 w-full overflow-visible"
        aria-hidden="true"
      >
        <line
          x1={0}
          x2={periods.length}
          y1={y(0)}
          y2={y(0)}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
        {periods.map(({ period, fee }, index) => (
          <g key={period}>
            <title>{`${period}: ${formatRupees(fee)}`}</title>
            <rect x={index} y={0} width={1} height={height} className="fill-transparent" />
            <rect
              x={index + (1 - barWidth) / 2}
              y={Math.min(y(fee), y(0))}
              width={barWidth}
              height={Math.abs(y(fee) - y(0))}
              className={fee < 0 ? 'fill-bad' : 'fill-good'}
            />
          </g>
        ))}
      </svg>
      <p aria-hidden="true" className="figures mt-2 flex justify-between text-small text-quiet">
        <span>{periods[0]?.period}</span>
        <span>{periods.at(-1)?.period}</span>
      </p>
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
              <Th scope="row">{period}</Th>
              <Td numeric>{formatRupees(fee)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </figure>
  )
}
