import { Stars } from '#app/reviews/stars.tsx'
import { OtherPartyLink, HistoryCard, HistoryLine, HistoryLink } from '#app/team/people/history-card.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type {
  PersonFeedback,
  PersonHistory,
  PersonReport,
  PersonReview,
  PersonSummary,
} from '#domain/people/contract.ts'

type Props = { history: Pick<PersonHistory, 'reviews' | 'feedback' | 'summaries' | 'reports'> }

/** Reviews, feedback, summaries and reports given and received. Empty parts are not rendered. */
export function PersonReviews({ history: { reviews, feedback, summaries, reports } }: Props) {
  return (
    <>
      <Reviews title="Reviews given" rows={reviews.given} />
      <Reviews title="Reviews received" rows={reviews.received} />
      <Feedback title="Feedback given" rows={feedback.given} />
      <Feedback title="Feedback received" rows={feedback.received} />
      <Summaries title="Summaries written" rows={summaries?.written ?? []} />
      <Summaries title="Summaries received" rows={summaries?.received ?? []} />
      <Reports title="Reports by them" rows={reports.by} />
      <Reports title="Reports about them" rows={reports.about} />
    </>
  )
}

function Reviews({ title, rows }: { title: string; rows: PersonReview[] }) {
  return (
    <HistoryCard
      title={title}
      rows={rows}
      keyOf={({ id }) => id}
      render={({ id, at, other, rating, comment, isHidden }) => (
        <HistoryLine at={at} end={isHidden && <Badge tone="bad">Hidden</Badge>}>
          <Stars rating={rating} className="mr-2 align-middle" />
          <OtherPartyLink person={other} />
          {comment && <p className="mt-1 max-w-prose whitespace-pre-line">{comment}</p>}{' '}
          <HistoryLink to={`/team/reviews/${id}`}>
            Open<span className="sr-only"> the review with {other.name}</span>
          </HistoryLink>
        </HistoryLine>
      )}
    />
  )
}

function Feedback({ title, rows }: { title: string; rows: PersonFeedback[] }) {
  return (
    <HistoryCard
      title={title}
      rows={rows}
      keyOf={({ sessionId }) => sessionId}
      render={({ at, other, words }) => (
        <HistoryLine at={at}>
          <OtherPartyLink person={other} />
          <p className="mt-1 max-w-prose whitespace-pre-line">{words.join(' · ')}</p>
        </HistoryLine>
      )}
    />
  )
}

function Summaries({ title, rows }: { title: string; rows: PersonSummary[] }) {
  return (
    <HistoryCard
      title={title}
      rows={rows}
      keyOf={({ sessionId }) => sessionId}
      render={({ at, other, words, isHidden, sessionId }) => (
        <HistoryLine at={at} end={isHidden && <Badge tone="bad">Hidden</Badge>}>
          <OtherPartyLink person={other} />
          <p className="mt-1 max-w-prose whitespace-pre-line">{words.join(' · ')}</p>{' '}
          <HistoryLink to={`/team/sessions/${sessionId}`}>
            Open<span className="sr-only"> the session with {other.name}</span>
          </HistoryLink>
        </HistoryLine>
      )}
    />
  )
}

function Reports({ title, rows }: { title: string; rows: PersonReport[] }) {
  return (
    <HistoryCard
      title={title}
      rows={rows}
      keyOf={({ sessionId }) => sessionId}
      render={({ at, other, words, sessionId }) => (
        <HistoryLine at={at}>
          <OtherPartyLink person={other} />
          <p className="mt-1 max-w-prose whitespace-pre-line">{words ?? 'Deleted with the author’s account.'}</p>
          <HistoryLink to={`/team/sessions/${sessionId}`}>
            Evidence<span className="sr-only"> of the session with {other.name}</span>
          </HistoryLink>
        </HistoryLine>
      )}
    />
  )
}
