import { MessageSquareText } from 'lucide-react'
import { Suspense } from 'react'
import { Await, Link } from 'react-router'
import { useZone } from '#app/base/zone.tsx'
import { FeedbackText } from '#app/reviews/feedback-text.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CursorPagination } from '#app/ui/cursor-pagination.tsx'
import { Loading, Skeleton, SkeletonText } from '#app/ui/skeleton.tsx'
import type { Feedback, FeedbackPage } from '#domain/reviews/contract.ts'
import { dateText } from '#kernel/time.ts'

/** A page of expert feedback, which may load after the rest of the profile. */
export type ShownFeedback = FeedbackPage & { isFirst: boolean }

export function ExpertFeedback({ page }: { page: Promise<ShownFeedback> }) {
  return (
    <Suspense fallback={<Placeholders />}>
      <Await resolve={page}>{(shown) => <FeedbackList {...shown} />}</Await>
    </Suspense>
  )
}

function FeedbackList({ feedback, next, isFirst }: ShownFeedback) {
  const path = '/user/profile?feedback='
  return (
    <>
      {feedback.length > 0 ? (
        <ul aria-label="Feedback, the latest first" className="grid gap-4">
          {feedback.map((entry) => (
            <FeedbackRow key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : (
        <EmptyState heading={isFirst ? 'No feedback yet' : 'No older feedback'} icon={<MessageSquareText />}>
          {isFirst && 'After a session, feedback from your expert will appear here.'}
        </EmptyState>
      )}
      <CursorPagination label="Pages of feedback" newest={isFirst ? null : `${path}all`} older={next && path + next} />
    </>
  )
}

function FeedbackRow({ entry }: { entry: Feedback }) {
  const zone = useZone()
  return (
    <Card as="li">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-lead font-semibold wrap-anywhere">{entry.expertName}</h3>
        <p className="text-small text-quiet">
          {entry.category}
          <span aria-hidden="true"> · </span>
          <time dateTime={entry.createdAt.toISOString()}>{dateText(entry.createdAt, zone)}</time>
        </p>
      </div>
      <FeedbackText {...entry} />
      <Link
        to={`/user/sessions/${entry.sessionId}`}
        className="mt-3 inline-flex min-h-11 items-center text-small font-semibold hover:text-accent"
      >
        Open the session<span className="sr-only"> with {entry.expertName}</span>
      </Link>
    </Card>
  )
}

function Placeholders() {
  return (
    <Loading label="Loading feedback" className="grid gap-4">
      {Array.from({ length: 3 }, (_, row) => (
        <Card key={row}>
          <Skeleton className="mb-4 h-5 w-40" />
          <SkeletonText lines={2} />
        </Card>
      ))}
    </Loading>
  )
}
