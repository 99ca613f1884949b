import { Stars } from '#app/reviews/stars.tsx'
import { PersonLink, StoryCard, StoryLine, StoryLink } from '#app/team/people/story-card.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type { PersonFeedback, PersonReport, PersonReview, PersonStory } from '#domain/people/contract.ts'

type Props = { story: Pick<PersonStory, 'reviews' | 'feedback' | 'reports'> }

/** What they said about others, and others about them. Parts of which there is nothing are left out. */
export function PersonWords({ story: { reviews, feedback, reports } }: Props) {
  return (
    <>
      <Reviews title="Reviews given" rows={reviews.given} />
      <Reviews title="Reviews received" rows={reviews.received} />
      <Feedback title="Feedback given" rows={feedback.given} />
      <Feedback title="Feedback received" rows={feedback.received} />
      <Reports title="Reports by them" rows={reports.by} />
      <Reports title="Reports about them" rows={reports.about} />
    </>
  )
}

function Reviews({ title, rows }: { title: string; rows: PersonReview[] }) {
  return (
    <StoryCard
      title={title}
      rows={rows}
      keyOf={({ id }) => id}
      render={({ id, at, other, rating, comment, isHidden }) => (
        <StoryLine at={at} end={isHidden && <Badge tone="bad">Hidden</Badge>}>
          <Stars rating={rating} className="mr-2 align-middle" />
          <PersonLink person={other} />
          {comment && <p className="mt-1 max-w-prose whitespace-pre-line">{comment}</p>}{' '}
          <StoryLink to={`/team/reviews/${id}`}>
            Open<span className="sr-only"> the review with {other.name}</span>
          </StoryLink>
        </StoryLine>
      )}
    />
  )
}

function Feedback({ title, rows }: { title: string; rows: PersonFeedback[] }) {
  return (
    <StoryCard
      title={title}
      rows={rows}
      keyOf={({ sessionId }) => sessionId}
      render={({ at, other, words }) => (
        <StoryLine at={at}>
          <PersonLink person={other} />
          <p className="mt-1 max-w-prose whitespace-pre-line">{words.join(' · ')}</p>
        </StoryLine>
      )}
    />
  )
}

function Reports({ title, rows }: { title: string; rows: PersonReport[] }) {
  return (
    <StoryCard
      title={title}
      rows={rows}
      keyOf={({ sessionId }) => sessionId}
      render={({ at, other, words, sessionId }) => (
        <StoryLine at={at}>
          <PersonLink person={other} />
          <p className="mt-1 max-w-prose whitespace-pre-line">
            {words ?? 'The words left with the account of who wrote them.'}
          </p>
          <StoryLink to={`/team/sessions/${sessionId}`}>
            Evidence<span className="sr-only"> of the session with {other.name}</span>
          </StoryLink>
        </StoryLine>
      )}
    />
  )
}
