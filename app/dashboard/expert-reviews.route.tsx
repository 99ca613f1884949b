import { Star } from 'lucide-react'
import { redirectFromReviews } from '#app/base/own-pages.server.ts'
import { LoadError } from '#app/base/load-error.tsx'
import { pageMeta } from '#app/base/public-page.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { Locked } from '#app/experts/locked.tsx'
import { ensureOwnExpert } from '#app/experts/own-expert.server.ts'
import { AnswerForm } from '#app/reviews/answer-form.tsx'
import { loadReviews } from '#app/reviews/expert-reviews.server.ts'
import { ExpertReviews, type ShownReviews } from '#app/reviews/expert-reviews.tsx'
import { everyStar } from '#app/reviews/stars.tsx'
import { answerOwnReview } from '#app/sessions/session-actions.server.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkChips } from '#app/ui/link-chips.tsx'
import { counted } from '#kernel/count-text.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/expert-reviews.route'

const path = '/expert/reviews'

export const loader = serve(
  { policy: 'expert', otherwise: redirectFromReviews },
  async (scope, { request }: Route.LoaderArgs) => {
    const { id: expertId, approval, approvalReason, fullName } = await ensureOwnExpert(scope)
    if (approval !== 'approved') return { approval, approvalReason }
    const reviews = await loadReviews(scope, { expertId, request, isOwn: true, showsAll: true })
    return { approval, fullName, reviews }
  },
)

export const action = serve('expert', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  if (form.get('act') !== 'answer') throw new Refusal('invalid_input')
  return answerOwnReview(context, form)
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Reviews', description: 'What students wrote about your sessions.', path })

/** All reviews that the expert has received. */
export default function ExpertReviewsPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page py-6 md:py-10">
      <BackLink to="/expert/profile">Back to profile</BackLink>
      <h1 id="reviews" className="mt-2 mb-6 text-title">
        Reviews
      </h1>
      {loaderData.approval === 'approved' ? (
        <OwnReviews shown={loaderData.reviews} expertName={loaderData.fullName} />
      ) : (
        <Locked
          approval={loaderData.approval}
          sentenceStart="Reviews open"
          level={2}
          reason={loaderData.approvalReason}
        />
      )}
    </div>
  )
}

function OwnReviews({ shown, expertName }: { shown: ShownReviews; expertName: string }) {
  if (hasNone(shown)) {
    return (
      <EmptyState heading="No Reviews Yet" level={2} icon={<Star />} className="py-9">
        Students may rate a session once it is over. Until the first review you have no rating.
      </EmptyState>
    )
  }
  return (
    <>
      {'problem' in shown ? null : <StarsFilter stars={shown.stars} unanswered={shown.unanswered} />}
      <Card>
        <ExpertReviews shown={shown} expertName={expertName} path={path} AnswerForm={AnswerForm} />
      </Card>
    </>
  )
}

function hasNone(shown: ShownReviews): boolean {
  if ('problem' in shown) return false
  const { reviews, part, unanswered, stars } = shown
  return reviews.length === 0 && part === 'all' && !unanswered && !stars
}

function StarsFilter({ stars, unanswered }: { stars: number | undefined; unanswered: boolean }) {
  const pathTo = (chosen?: number) =>
    `${path}?reviews=all${unanswered ? '&unanswered' : ''}${chosen ? `&stars=${chosen}` : ''}`
  return (
    <div className="mb-4">
      <LinkChips
        label="Stars"
        choices={[
          { name: 'Any stars', to: pathTo(), isCurrent: !stars },
          ...everyStar.toReversed().map((number) => ({
            name: counted(number, 'star'),
            to: pathTo(number),
            isCurrent: stars === number,
          })),
        ]}
      />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadError
      heading="Your reviews did not load"
      text="An unexpected error occurred. Please try again later."
      error={error}
    />
  )
}
