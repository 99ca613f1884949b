import { SummaryText } from '#app/reviews/summary-text.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { Summary } from '#domain/reviews/contract.ts'

/** The expert's summary of a session, shown to its student. */
export function ReceivedSummary({ summary, expertName }: { summary: Summary; expertName: string }) {
  return (
    <Card as="section" id="summary" aria-labelledby="summary-title" className="scroll-mt-20">
      <CardHeader
        title={<span id="summary-title">Summary by {expertName}</span>}
        description="Only the two of you and our team can read it."
      />
      {summary.parts ? (
        <SummaryText summary={summary} parts={summary.parts} />
      ) : (
        <p className="max-w-prose text-soft wrap-anywhere">
          Our team has hidden this summary. Reason: {summary.hiddenReason}
        </p>
      )}
    </Card>
  )
}
