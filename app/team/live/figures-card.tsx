import { useState } from 'react'
import { slotText, totalsText, readMeasure, type Measure, measures } from '#app/team/live/figures-text.ts'
import { BarChart } from '#app/ui/bar-chart.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import type { PeriodFigures, Span } from '#domain/team/contract.ts'
import { formatRupees } from '#kernel/money.ts'

type Props = { title: string; span: Span; figures: PeriodFigures[] }

/** Sales by hour or day: a bar chart of one measure and a table of all measures. */
export function FiguresCard({ title, span, figures }: Props) {
  const [measure, setMeasure] = useState<Measure>('calls')
  const { label, formatValue } = measures[measure]
  const [first] = figures
  return (
    <Card as="section" className="min-w-0">
      <CardHeader
        title={title}
        description="Indian time"
        action={
          <Field label="Show" className="min-w-36">
            <Select value={measure} onChange={({ target }) => setMeasure(target.value as Measure)}>
              {Object.entries(measures).map(([name, each]) => (
                <option key={name} value={name}>
                  {each.label}
                </option>
              ))}
            </Select>
          </Field>
        }
      />
      <figure>
        <figcaption aria-live="polite" className="text-small text-soft">
          {label}. {totalsText(figures)}
        </figcaption>
        <BarChart
          bars={figures.map((slot) => ({
            key: slot.startsAt.toISOString(),
            label: slotText(slot.startsAt, span),
            value: readMeasure(slot, measure),
          }))}
          formatValue={formatValue}
          endLabels={[first ? slotText(first.startsAt, span) : '', span === 'hour' ? 'Now' : 'Today']}
        />
        <details className="mt-3 text-small">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-soft underline underline-offset-4 hover:text-text">
            Show the {span}s as a table
          </summary>
          <FiguresTable title={title} span={span} figures={figures} />
        </details>
      </figure>
    </Card>
  )
}

function FiguresTable({ title, span, figures }: Props) {
  return (
    <Table caption={title} hideCaption className="mt-2 max-h-96 overflow-y-auto">
      <thead>
        <tr>
          <Th>{span === 'hour' ? 'Hour' : 'Day'}</Th>
          <Th numeric>Calls</Th>
          <Th numeric>Minutes</Th>
          <Th numeric>Charged</Th>
          <Th numeric>Our fee</Th>
          <Th numeric>Refunded</Th>
        </tr>
      </thead>
      <tbody>
        {figures.toReversed().map((slot) => (
          <tr key={slot.startsAt.toISOString()}>
            <Th scope="row">{slotText(slot.startsAt, span)}</Th>
            <Td numeric>{slot.calls}</Td>
            <Td numeric>{slot.minutes}</Td>
            <Td numeric>{formatRupees(slot.charged)}</Td>
            <Td numeric>{formatRupees(slot.fee)}</Td>
            <Td numeric>{formatRupees(slot.refunded)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
