import { type ComponentProps, useRef } from 'react'
import { livePublicPage } from '#app/base/public-page.ts'
import { serve } from '#app/base/serve.server.ts'
import { useZone } from '#app/base/zone.tsx'
import { ExpertiseLinks, InfoTiles } from '#app/discovery/expert-page/expert-facts.tsx'
import {
  findAskedQuestion,
  loadExpertPage,
  toggleExpertPreference,
} from '#app/discovery/expert-page/expert-page.server.ts'
import { ExpertRating } from '#app/discovery/expert-page/expert-rating.tsx'
import { ExpertPageError, usePreloadedErrorPage } from '#app/discovery/expert-page/lazy-expert-page-error.tsx'
import type { PreferenceResult } from '#app/discovery/expert-page/online-alert.tsx'
import { RequestCard } from '#app/discovery/expert-page/request-card.tsx'
import { SimilarExperts } from '#app/discovery/expert-page/similar-experts.tsx'
import { detailsPath, expertMeta } from '#app/experts/expert-meta.ts'
import { reviewCountText } from '#app/experts/expert-text.ts'
import { statusRootProps } from '#app/experts/status-in-page.ts'
import { StatusText } from '#app/experts/status.tsx'
import { useStatus } from '#app/experts/use-status.ts'
import { VerifiedLine } from '#app/experts/verified-badge.tsx'
import { loadReviews } from '#app/reviews/expert-reviews.server.ts'
import type { ExpertReviews } from '#app/reviews/expert-reviews.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { staticPart } from '#app/ui/static-part.tsx'
import type { ExpertPage, ExpertStatus } from '#domain/discovery/contract.ts'
import { countText } from '#kernel/count-text.ts'
import type { Route } from './+types/expert-details.route'

/** Review dates are shown in the viewer's time zone. */
type ReviewsProps = ComponentProps<typeof ExpertReviews> & { zone: string }
const Reviews = staticPart<ReviewsProps>(async () => (await import('#app/reviews/expert-reviews.tsx')).ExpertReviews)

export const loader = serve('anyone', async (scope, { params, request }: Route.LoaderArgs) => {
  const [page, reviews, asked] = await Promise.all([
    loadExpertPage(scope, params.id),
    loadReviews(scope, { expertId: params.id, request }),
    findAskedQuestion(scope, request),
  ])
  return { ...page, reviews, asked }
})

export const action = serve('student', async (scope, { params, request }: Route.ActionArgs) =>
  toggleExpertPreference(scope, params.id, request),
)

/** Turns a failed request into a result, so that the error is shown beside the button instead of as an error page. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<PreferenceResult> {
  return serverAction().catch(() => ({ failed: true as const }))
}

export const headers = livePublicPage

export const meta: Route.MetaFunction = ({ matches, loaderData, error }) => expertMeta(matches, loaderData, error)

export default function ExpertDetails({ loaderData }: Route.ComponentProps) {
  const { expert, similar, alertIsSet, isFavourite, takesBookings, nextTime, reviews, asked } = loaderData
  const root = useRef<HTMLDivElement>(null)
  const status = useStatus(expert, root)
  usePreloadedErrorPage()
  const zone = useZone()
  return (
    <div className="page py-4 md:py-8">
      <Breadcrumb
        parents={[
          { to: '/', label: 'Home' },
          { to: '/experts', label: 'Experts' },
        ]}
        current={expert.name}
      />
      <div
        ref={root}
        {...statusRootProps(expert, status)}
        className="mt-4 grid grid-cols-1 items-start gap-x-12 gap-y-8 md:mt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-y-10"
      >
        <Header expert={expert} status={status} />
        <RequestCard
          expert={expert}
          status={status}
          alertIsSet={alertIsSet}
          isFavourite={isFavourite}
          nextTime={nextTime}
          takesBookings={takesBookings}
          asked={asked}
          className="lg:sticky lg:top-22 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        />
        <div className="grid min-w-0 grid-cols-1 gap-10">
          <InfoTiles expert={expert} />
          <section aria-labelledby="expertise">
            <h2 id="expertise" className="mb-4 text-title">
              Areas of Expertise
            </h2>
            <ExpertiseLinks expert={expert} />
          </section>
          <section aria-labelledby="about">
            <h2 id="about" className="text-title">
              About
            </h2>
            <p className="mt-3 max-w-prose whitespace-pre-line text-soft wrap-anywhere">{expert.brief}</p>
          </section>
          <section aria-labelledby="reviews">
            <h2 id="reviews" className="mb-4 scroll-mt-20 text-title">
              Reviews
            </h2>
            <Reviews shown={reviews} expertName={expert.name} path={detailsPath(expert)} zone={zone} />
          </section>
        </div>
      </div>
      <div className="mt-16 border-t border-line pt-10">
        <SimilarExperts
          heading="Similar Experts"
          empty="No similar experts available at the moment."
          experts={similar}
          basePath="/expert/details"
        />
      </div>
    </div>
  )
}

function Header({ expert, status }: { expert: ExpertPage; status: ExpertStatus }) {
  return (
    <header className="flex flex-col items-center gap-x-8 gap-y-5 text-center sm:flex-row sm:text-left">
      <Avatar name={expert.name} src={expert.photoUrl} size="giant" presence={status} />
      <div className="max-w-full min-w-0">
        <p aria-live="polite">
          <StatusText status={status} />
        </p>
        <h1 className="mt-1 text-display wrap-anywhere">{expert.name}</h1>
        <p className="mt-2 text-lead text-soft wrap-anywhere">{expert.title}</p>
        <ExpertRating
          expert={expert}
          reviewCount={expert.reviews > 0 ? `${countText(expert.reviews)}+ Reviews` : reviewCountText(expert)}
          className="mt-3 [&>p]:justify-center sm:[&>p]:justify-start"
        />
        <VerifiedLine expert={expert} className="mt-3 text-left" />
      </div>
    </header>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ExpertPageError error={error} notFound="Expert not found" />
}
