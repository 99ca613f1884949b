import { runFormAction } from '#app/base/form-actions.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { AuditTrail } from '#app/team/audit/audit-trail.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { ActionCard } from '#app/team/people/action-card.tsx'
import { ReviewFacts } from '#app/team/reviews/review-facts.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { hideReview, showReview } from '#domain/reviews/hide-review.server.ts'
import { getTeamReview } from '#domain/reviews/review-queries.server.ts'
import { listAuditTrail } from '#domain/team/audit-table.server.ts'
import { hiddenReasonMaxLength } from '#kernel/limits.ts'
import type { Route } from './+types/review.route'

export const loader = serve('supportPeople', async ({ context }, { params }: Route.LoaderArgs) => ({
  review: await getTeamReview(context, params.id),
  trail: await listAuditTrail(context, { thing: 'review', id: params.id }),
}))

export const action = serve('supportPeople', async ({ context }, { request, params }: Route.ActionArgs) => {
  const form = await readForm(request)
  const input = { reviewId: params.id, why: String(form.get('why') ?? '') }
  return runFormAction(form, {
    async show() {
      await showReview(context, input)
      return 'The review is public again.'
    },
    async hide() {
      await hideReview(context, input)
      return 'Hidden. Its stars do not count.'
    },
  })
})

/** Reloads the page data even after a refused action, because a colleague may have acted first. */
export const shouldRevalidate = () => true

export default function Review({ loaderData: { review, trail } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/team/reviews">Reviews</BackLink>
      <TeamHeading title={`${review.student.name} about ${review.expert.name}`} />
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="space-y-5">
          <ReviewFacts review={review} />
          <AuditTrail lines={trail} />
        </div>
        {review.hiddenAt ? (
          <ActionCard
            key="show"
            action="show"
            isOnPage
            title="Show the review again"
            description="Makes the original text and stars public again."
            reasonField={{ label: 'Why it is shown again', maxLength: hiddenReasonMaxLength }}
            label="Show the review again"
            confirmText={`Show the review by ${review.student.name} about ${review.expert.name} again. Everyone can read it immediately, and its stars count again.`}
          />
        ) : (
          <ActionCard
            key="hide"
            action="hide"
            isOnPage
            title="Hide"
            description="Hides the text and stars immediately and updates the expert’s rating."
            reasonField={{
              label: 'Reason',
              hint: 'Everyone sees “A review was hidden” with this reason.',
              maxLength: hiddenReasonMaxLength,
            }}
            label="Hide the review"
            confirmText={`Hide the review by ${review.student.name} about ${review.expert.name}. Its text and stars disappear immediately, and everyone sees your reason instead.`}
            isDestructive
          />
        )}
      </div>
    </>
  )
}
