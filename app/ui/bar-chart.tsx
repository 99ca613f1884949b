const height = 100
const barWidth = 0.72

type Bar = { key: string; label: string; value: number }

type Props = {
  bars: Bar[]
  /** A value as text, for the axis and the tooltips. */
  formatValue(value: number): string
  /** Labels below the first and the last bar. */
  endLabels: [string, string]
}

/**
 * A bar chart with positive and negative values. It is hidden from screen readers, so show the same figures in a
 * table.
 */
export function BarChart({ bars, formatValue, endLabels }: Props) {
  const values = bars.map(({ value }) => value)
  const highest = Math.max(0, ...values)
  const lowest = Math.min(0, ...values)
  const toY = (value: number) => ((highest - value) / (highest - lowest || 1)) * height
  return (
    <div aria-hidden="true" className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <div className="figures relative text-right text-small text-quiet">
        {/* Keeps the column as wide as its widest figure. */}
        <span className="invisible">{formatValue(highest)}</span>
        <span className="absolute top-0 right-0 -translate-y-1/2">{formatValue(highest)}</span>
        {lowest === 0 && <span className="absolute right-0 bottom-0 translate-y-1/2">{formatValue(0)}</span>}
      </div>
      <svg viewBox={`0 0 ${bars.length} ${height}`} preserveAspectRatio="none" className="h-36 w-full overflow-visible">
        {[...new Set([highest, 0])].map((value) => (
          <line
            key={value}
            x1={0}
            x2={bars.length}
            y1={toY(value)}
            y2={toY(value)}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {bars.map(({ key, label, value }, index) => (
          <g key={key} className="group/bar">
            <title>{`${label}: ${formatValue(value)}`}</title>
            <rect x={index} y={0} width={1} height={height} className="fill-transparent" />
            <rect
              x={index + (1 - barWidth) / 2}
              y={Math.min(toY(value), toY(0))}
              width={barWidth}
              height={Math.abs(toY(value) - toY(0))}
              className={value < 0 ? 'fill-bad' : 'fill-good group-hover/bar:brightness-125'}
            />
          </g>
        ))}
      </svg>
      <p className="col-start-2 mt-2 flex justify-between text-small text-quiet">
        <span>{endLabels[0]}</span>
        <span>{endLabels[1]}</span>
      </p>
    </div>
  )
}
