import { useEffect } from 'react'
import { data, useSearchParams } from 'react-router'
import { loadReviews } from '#app/reviews/expert-reviews.server.ts'
import { AuthenticationRequired } from '#app/experts/authentication-required.tsx'
import { ExpertCard } from '#app/dashboard/own-expert-card.tsx'
import { AboutMe, ExpertFigures, ExpertTabs, WalletCard } from '#app/dashboard/expert-panels.tsx'
import { loadToday } from '#app/dashboard/today.server.ts'
import { Today } from '#app/dashboard/today.tsx'
import { FeedbackReminder } from '#app/reviews/feedback-reminder.tsx'
import { LoadError, loadErrorText } from '#app/base/load-error.tsx'
import { SwitchedOff } from '#app/experts/switched-off.tsx'
import { type OnlineResult, useOnline } from '#app/experts/use-online.ts'
import { useOwnWallet } from '#app/wallet/use-own-wallet.ts'
import { UpcomingCard } from '#app/schedule/upcoming-card.tsx'
import { useRevalidateOnOwnSessions } from '#app/sessions/use-revalidate-on-own-sessions.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { OnboardingChecklist } from '#app/experts/onboarding-checklist.tsx'
import { findOnboarding } from '#app/experts/onboarding.server.ts'
import { ensureOwnExpert } from '#app/experts/own-expert.server.ts'
import { redirectToOwnPage } from '#app/base/own-pages.server.ts'
import { pageMeta } from '#app/base/public-page.ts'
import { catchRefusal, readForm, type RefusedRequest, serve } from '#app/base/serve.server.ts'
import { answerOwnReview } from '#app/sessions/session-actions.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useNow } from '#app/ui/use-now.ts'
import { zoneOf } from '#app/base/zone.server.ts'
import { getCalendar } from '#domain/bookings/calendar.server.ts'
import { listUpcoming } from '#domain/bookings/queries.server.ts'
import type { OwnExpert } from '#domain/experts/contract.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Context } from '#domain/context.server.ts'
import { listFeedbackReminders } from '#domain/reviews/feedback-queries.server.ts'
import { listSessions } from '#domain/sessions/history.server.ts'
import { listEarningsByDay } from '#domain/wallet/earnings.server.ts'
import { latestSessionsShown } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/expert-profile.route'

export const loader = serve(
  { policy: 'expert', otherwise: redirectOthers },
  async (scope, { request }: Route.LoaderArgs) => {
    const { actor } = scope.context
    const expert = await ensureOwnExpert(scope)
    const isApproved = expert.approval === 'approved'
    const [days, { sessions }, reminders, reviews, booked, today] = await Promise.all([
      listEarningsByDay(scope.context),
      listSessions(scope.context, { limit: latestSessionsShown }),
      listFeedbackReminders(scope.context),
      loadReviews(scope, { expertId: expert.id, request, isOwn: true }),
      isApproved ? loadBooked(scope.context, zoneOf(actor, request)) : null,
      isApproved ? loadToday(scope) : null,
    ])
    const opened: 'sessions' | 'reviews' = new URL(request.url).searchParams.has('reviews') ? 'reviews' : 'sessions'
    const onboarding = expert.approval === 'pending' ? await findOnboarding(scope.context, expert) : null
    return { expert, days, sessions, reminders, reviews, opened, booked, today, onboarding }
  },
)

/** Loads upcoming bookings and the calendar for the week from today. */
async function loadBooked(context: Context, zone: string) {
  const [upcoming, calendar] = await Promise.all([
    listUpcoming(context),
    getCalendar(context, { day: null, zone, fromDay: true }),
  ])
  return { upcoming, calendar, now: context.clock.now() }
}

function redirectOthers({ context }: RefusedRequest): null {
  redirectToOwnPage(context.actor, 'profile')
  return null
}

export const action = serve('expert', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  if (form.get('act') === 'answer') return answerOwnReview(context, form)
  const [act, choice] = [form.get('act'), form.get('online')]
  // The form of the online switch sends no `act`.
  if (act !== null || (choice !== 'true' && choice !== 'false')) throw new Refusal('invalid_input')
  const online = choice === 'true'
  return catchRefusal(setOnline(context, online).then(() => ({ online })))
})

/** A failed switch stays on the dashboard, with the reason at the switch. Status 503 keeps it from reloading. */
export async function clientAction({ serverAction, request }: Route.ClientActionArgs) {
  const isOnlineSwitch = (await request.clone().formData()).has('online')
  if (!isOnlineSwitch) return serverAction()
  try {
    return await serverAction()
  } catch {
    return data<OnlineResult>({ failed: true }, { status: 503 })
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Expert Profile',
    description: 'Your online status, statistics, wallet and expert profile.',
    path: '/expert/profile',
  })

export default function ExpertProfilePage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Dashboard {...loaderData} /> : <AuthenticationRequired page="/expert/profile" />
}

type Props = NonNullable<Route.ComponentProps['loaderData']>

function Dashboard({ expert: loaded, reminders, booked, today, onboarding, ...rest }: Props) {
  useRevalidateOnOwnSessions(rest.sessions)
  const expert = useLiveFigures(loaded)
  const online = useOnline(expert)
  useApplicationToast(expert.approval === 'pending')
  return (
    <div className="page py-8 md:py-12">
      {booked && today && (
        <Today
          today={today}
          earnedTodayPaise={expert.todaysEarningsPaise}
          days={rest.days}
          reminders={reminders}
          upcoming={booked.upcoming}
          zone={booked.calendar.zone}
          now={booked.now}
        />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-7">
        <ExpertCard expert={expert} online={online} />
        <div className="grid min-w-0 gap-5">
          {onboarding && <OnboardingChecklist onboarding={onboarding} approval={expert.approval} />}
          {!expert.isComplete && !onboarding && <Incomplete />}
          {expert.switchedOffAt && !online.isOnline && expert.approval === 'approved' && (
            <SwitchedOff switchedOffAt={expert.switchedOffAt} online={online} />
          )}
          {!today && expert.approval === 'approved' && <FeedbackReminder reminders={reminders} />}
          <ExpertFigures expert={expert} />
          {booked && <UpcomingBookings {...booked} />}
          <WalletCard expert={expert} />
          <ExpertTabs expert={expert} online={online} {...rest} />
          <AboutMe expert={expert} />
        </div>
      </div>
    </div>
  )
}

function UpcomingBookings({ now, ...booked }: NonNullable<Props['booked']>) {
  return <UpcomingCard {...booked} now={useNow(now)} />
}

/** Replaces the loaded money figures with the live ones. */
function useLiveFigures(expert: OwnExpert): OwnExpert {
  const { walletBalancePaise, todaysEarningsPaise } = expert
  const loadedFigures = { available: walletBalancePaise, earnedToday: todaysEarningsPaise }
  const { available, earnedToday } = useOwnWallet(useViewer()) ?? loadedFigures
  return { ...expert, walletBalancePaise: available, todaysEarningsPaise: earnedToday }
}

function Incomplete() {
  return (
    <Notice
      title="Your profile is not complete yet"
      action={
        <ButtonLink to="/expert/profile/edit" variant="outline" size="small">
          Complete it now
        </ButtonLink>
      }
    >
      Students can find you, and you can go online, once everything is filled in and saved.
    </Notice>
  )
}

/** Shows the Application Received toast once to pending experts who arrive from their application. */
function useApplicationToast(isPending: boolean): void {
  const [search, setSearch] = useSearchParams()
  const isFromApplication = search.get('fromApplication') === '1'
  useEffect(() => {
    if (!isFromApplication) return undefined
    // Deferred, because on a fresh page load the toast host subscribes after this effect.
    const timer = setTimeout(() => {
      if (isPending) toast(applicationReceived)
      setSearch({}, { replace: true, preventScrollReset: true })
    })
    return () => clearTimeout(timer)
  }, [isFromApplication, isPending, setSearch])
}

const applicationReceived = {
  kind: 'info',
  text: 'Application Received',
  description: 'Your application is under review. We will notify you by email once your account is approved.',
  id: 'application',
} as const

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const text = loadErrorText(error, {
    withReason: (message) => `Failed to load profile: ${message}`,
    withoutReason: 'An unexpected error occurred. Please try again later.',
  })
  return <LoadError heading="Your profile did not load" text={text} error={error} />
}
