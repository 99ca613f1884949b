import { useZone } from '#app/base/zone.tsx'
import type { Summary, SummaryParts } from '#domain/reviews/contract.ts'
import { dateText } from '#kernel/time.ts'

/** The template of a summary: the three parts in order, with their titles. */
export const summaryTitles: Record<keyof SummaryParts, string> = {
  done: 'What we did',
  practice: 'What to practise',
  next: 'What next',
}
export const summaryPartNames = ['done', 'practice', 'next'] as const satisfies (keyof SummaryParts)[]

type Props = { summary: Pick<Summary, 'writtenAt' | 'changedAt'>; parts: SummaryParts }

/** The parts that were written, always as plain text, and the days. */
export function SummaryText({ summary: { writtenAt, changedAt }, parts }: Props) {
  const zone = useZone()
  return (
    <>
      <dl className="grid gap-4">
        {summaryPartNames
          .filter((name) => parts[name] !== '')
          .map((name) => (
            <div key={name}>
              <dt className="mb-1 text-small font-semibold text-soft">{summaryTitles[name]}</dt>
              <dd className="max-w-prose whitespace-pre-line wrap-anywhere">{parts[name]}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-4 text-small text-quiet">
        Written <time dateTime={writtenAt.toISOString()}>{dateText(writtenAt, zone)}</time>
        {changedAt && (
          <>
            , changed <time dateTime={changedAt.toISOString()}>{dateText(changedAt, zone)}</time>
          </>
        )}
      </p>
    </>
  )
}
