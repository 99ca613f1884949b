import { LogIn } from 'lucide-react'
import { LoadError, loadErrorText } from '#app/base/load-error.tsx'
import { redirectToOwnPage } from '#app/base/own-pages.server.ts'
import { pageMeta } from '#app/base/public-page.ts'
import type { RequestScope } from '#app/base/request.server.ts'
import { serve, type RefusedRequest } from '#app/base/serve.server.ts'
import { StudentHeader } from '#app/dashboard/student-header.tsx'
import { StudentTabs } from '#app/dashboard/student-tabs.tsx'
import { useRevalidateOnOwnSessions } from '#app/sessions/use-revalidate-on-own-sessions.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { getStudentProfile } from '#domain/accounts/student-queries.server.ts'
import { listUpcoming } from '#domain/bookings/queries.server.ts'
import { listFavourites } from '#domain/discovery/favourites.server.ts'
import { listFeedback } from '#domain/reviews/feedback-queries.server.ts'
import { findAverageGiven } from '#domain/reviews/review-queries.server.ts'
import { getSessionStatistics, listSessions } from '#domain/sessions/history.server.ts'
import { latestSessionsShown, profileRetryDelaysMs } from '#kernel/limits.ts'
import type { Route } from './+types/student-profile.route'

export const loader = serve(
  { policy: 'student', otherwise: redirectOthers },
  async (scope, { request }: Route.LoaderArgs) => {
    const { context } = scope
    const requestedPage = new URL(request.url).searchParams.get('feedback')
    const feedback = loadFeedback(scope, requestedPage)
    const [student, statistics, averageGiven, { sessions }, favourites, upcoming] = await Promise.all([
      getStudentProfile(context),
      getSessionStatistics(context),
      findAverageGiven(context),
      listSessions(context, { limit: latestSessionsShown }),
      listFavourites(context),
      listUpcoming(context),
    ])
    const opened: 'overview' | 'reviews' = requestedPage === null ? 'overview' : 'reviews'
    return { student, statistics, averageGiven, sessions, favourites, upcoming, feedback, opened }
  },
)

function redirectOthers({ context }: RefusedRequest): null {
  redirectToOwnPage(context.actor, 'profile')
  return null
}

/** Loads the first page when the parameter is missing or `all`. On failure it logs and returns an empty list. */
async function loadFeedback({ context, log, requestId }: RequestScope, requestedPage: string | null) {
  const before = requestedPage === null || requestedPage === 'all' ? undefined : requestedPage
  const isFirst = before === undefined
  try {
    return { ...(await listFeedback(context, { before })), isFirst }
  } catch (err) {
    log.error({ err, requestId }, 'feedback could not be read')
    return { feedback: [], next: null, isFirst }
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your Profile',
    description: 'Your profile, session statistics and feedback from experts.',
    path: '/user/profile',
  })

export default function StudentProfilePage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Dashboard {...loaderData} /> : <LoggedOut />
}

type Props = NonNullable<Route.ComponentProps['loaderData']>

function Dashboard({ student, ...rest }: Props) {
  useRevalidateOnOwnSessions(rest.sessions)
  return (
    <div className="page py-8 md:py-12">
      <StudentHeader student={student} />
      <StudentTabs {...rest} />
    </div>
  )
}

function LoggedOut() {
  return (
    <div className="page flex max-w-form flex-col items-center py-20 text-center md:py-28">
      <h1 className="text-title">Please log in to view your profile.</h1>
      <ButtonLink to="/login?redirect=/user/profile" className="mt-7">
        <LogIn className="size-5" aria-hidden="true" />
        Log in
      </ButtonLink>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const text = loadErrorText(error, {
    withReason: (message) => `Failed to load profile: ${message}`,
    withoutReason: 'An unexpected error occurred. Please try again later.',
  })
  return (
    <LoadError heading="Your profile did not load" text={text} error={error} retryDelaysMs={profileRetryDelaysMs} />
  )
}
