import { useZone } from '#app/base/zone.tsx'
import { ReviewText } from '#app/reviews/review-body.tsx'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { OtherPartyLink, HistoryLink } from '#app/team/people/history-card.tsx'
import { Card } from '#app/ui/card.tsx'
import type { TeamReview } from '#domain/reviews/contract.ts'
import { dayAndTime } from '#kernel/time.ts'

/** The full review, even when it is hidden from the public. */
export function ReviewFacts({ review }: { review: TeamReview }) {
  const zone = useZone()
  const { student, expert, sessionId, hiddenAt, hiddenReason } = review
  return (
    <Card as="section" aria-label="The review">
      <ReviewText review={review} expertName={expert.name} />
      <div className="mt-5 border-t border-line pt-5">
        <Facts>
          <Fact label="By">
            <OtherPartyLink person={student} />
          </Fact>
          <Fact label="About">
            <OtherPartyLink person={expert} />
          </Fact>
          <Fact label="Session">
            <HistoryLink to={`/team/sessions/${sessionId}`}>Evidence</HistoryLink>
          </Fact>
          {hiddenAt && <Fact label={`Hidden ${dayAndTime(hiddenAt, zone)}, public reason`}>{hiddenReason}</Fact>}
        </Facts>
      </div>
    </Card>
  )
}
