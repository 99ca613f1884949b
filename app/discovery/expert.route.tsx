import { ArrowRight, Languages, Phone } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useProduct } from '#app/base/product.ts'
import { livePublicPage } from '#app/base/public-page.ts'
import { serve } from '#app/base/serve.server.ts'
import { BookTime } from '#app/discovery/expert-page/book-time.tsx'
import { toggleExpertPreference, loadExpertPage } from '#app/discovery/expert-page/expert-page.server.ts'
import { ExpertRating } from '#app/discovery/expert-page/expert-rating.tsx'
import { FavouriteButton } from '#app/discovery/expert-page/favourite-button.tsx'
import { ExpertPageError, usePreloadedErrorPage } from '#app/discovery/expert-page/lazy-expert-page-error.tsx'
import { type PreferenceResult, OnlineAlert } from '#app/discovery/expert-page/online-alert.tsx'
import { RequestButton } from '#app/discovery/expert-page/request-button.tsx'
import { ShareButton } from '#app/discovery/expert-page/share-button.tsx'
import { SimilarExperts } from '#app/discovery/expert-page/similar-experts.tsx'
import { detailsPath, expertMeta } from '#app/experts/expert-meta.ts'
import { languagesText, priceText, reviewCountText, sessionCountText } from '#app/experts/expert-text.ts'
import { firstName } from '#app/experts/first-name.ts'
import { statusRootProps } from '#app/experts/status-in-page.ts'
import { StatusText } from '#app/experts/status.tsx'
import { useStatus } from '#app/experts/use-status.ts'
import { VerifiedLine } from '#app/experts/verified-badge.tsx'
import type { NextTime } from '#app/schedule/next-free.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import type { ExpertPage, ExpertStatus } from '#domain/discovery/contract.ts'
import type { Route } from './+types/expert.route'

export const loader = serve('anyone', async (scope, { params }: Route.LoaderArgs) => loadExpertPage(scope, params.id))

export const action = serve('student', async (scope, { params, request }: Route.ActionArgs) =>
  toggleExpertPreference(scope, params.id, request),
)

/** Turns a failed request into a result, so that the error is shown beside the button instead of as an error page. */
export async function clientAction({ serverAction }: Route.ClientActionArgs): Promise<PreferenceResult> {
  return serverAction().catch(() => ({ failed: true as const }))
}

export const headers = livePublicPage

export const meta: Route.MetaFunction = ({ matches, loaderData, error }) => expertMeta(matches, loaderData, error)

/** The landing page of a shared link: the expert, the price and one call button. */
export default function ExpertShortProfile({ loaderData }: Route.ComponentProps) {
  const { expert, categoryName, similar, ...own } = loaderData
  const root = useRef<HTMLDivElement>(null)
  const status = useStatus(expert, root)
  usePreloadedErrorPage()
  return (
    <div className="page py-4 md:py-12">
      <div ref={root} {...statusRootProps(expert, status)} className="mx-auto md:max-w-[60rem]">
        <Card className="md:p-10">
          <Person expert={expert} categoryName={categoryName} status={status} />
          <Actions expert={expert} status={status} {...own} />
          <section aria-labelledby="about" className="mt-7 border-t border-line pt-6">
            <h2 id="about" className="text-lead">
              About
            </h2>
            <p className="mt-2 max-w-prose whitespace-pre-line text-soft wrap-anywhere">{expert.brief}</p>
            <Link
              to={detailsPath(expert)}
              className="mt-3 inline-flex min-h-11 items-center gap-1.5 font-semibold hover:text-accent"
            >
              See the full profile
              <ArrowRight className="size-4" aria-hidden="true" />
            </Link>
          </section>
        </Card>
      </div>
      <div className="mx-auto mt-14 md:max-w-[60rem]">
        <SimilarExperts
          heading="Recommended Experts"
          empty="No other experts available at the moment."
          experts={similar}
          basePath="/expert"
        />
      </div>
    </div>
  )
}

type PersonProps = { expert: ExpertPage; categoryName: string; status: ExpertStatus }

function Person({ expert, categoryName, status }: PersonProps) {
  const badges = expert.keySubjects.length > 0 ? expert.keySubjects : [categoryName]
  return (
    <div className="flex flex-col items-center gap-x-9 gap-y-5 text-center md:flex-row md:text-left">
      <Avatar name={expert.name} src={expert.photoUrl} size="giant" presence={status} />
      <div className="max-w-full min-w-0">
        <p aria-live="polite">
          <StatusText status={status} />
        </p>
        <h1 className="mt-1 text-display wrap-anywhere">{expert.name}</h1>
        <p className="mt-2 text-lead text-soft wrap-anywhere">{expert.title}</p>
        <ExpertRating
          expert={expert}
          reviewCount={reviewCountText(expert)}
          beside={sessionCountText(expert)}
          className="mt-3 [&>p]:justify-center md:[&>p]:justify-start"
        />
        <div className="mt-3 flex flex-wrap items-center justify-center gap-x-4 gap-y-3 md:justify-start">
          <p className="flex items-center gap-2 text-soft">
            <Languages className="size-4.5 text-quiet" aria-hidden="true" />
            Speaks {languagesText(expert)}
          </p>
          <ul className="flex min-w-0 flex-wrap justify-center gap-2 md:justify-start">
            {badges.map((name) => (
              <li key={name} className="max-w-full min-w-0">
                <Badge className="max-w-full whitespace-normal wrap-anywhere">{name}</Badge>
              </li>
            ))}
          </ul>
        </div>
        <VerifiedLine expert={expert} className="mt-4 text-left" />
      </div>
    </div>
  )
}

type ActionsProps = {
  expert: ExpertPage
  status: ExpertStatus
  alertIsSet: boolean
  isFavourite: boolean
  takesBookings: boolean
  nextTime: NextTime | null
}

function Actions({ expert, status, alertIsSet, isFavourite, takesBookings, nextTime }: ActionsProps) {
  const { origin } = useProduct()
  return (
    <div className="mt-5 grid grid-cols-1 items-start gap-x-10 gap-y-4 border-t border-line pt-5 md:mt-7 md:pt-6 md:grid-cols-[minmax(0,1fr)_20rem]">
      <p className="text-center md:text-left">
        <strong className="figures text-title font-semibold">{priceText(expert)}</strong>
        <span className="mt-1 block text-small text-quiet">You pay only while you are both connected.</span>
      </p>
      <div className="grid grid-cols-1 gap-3">
        <RequestButton expert={expert} status={status} callType="audio" takesBookings={takesBookings} size="large">
          <Phone className="size-5 shrink-0" aria-hidden="true" />
          <span className="truncate">Talk to {firstName(expert.name)}</span>
        </RequestButton>
        <OnlineAlert expert={expert} status={status} isSet={alertIsSet} />
        {takesBookings && <BookTime expert={expert} nextTime={nextTime} />}
        <FavouriteButton isFavourite={isFavourite} />
        <ShareButton
          profile={{ url: `${origin}/expert/${expert.id}` }}
          copiedText="Profile link copied to clipboard!"
        />
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ExpertPageError error={error} notFound="Expert Not Found" />
}
