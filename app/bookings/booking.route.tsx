import { data, Link, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useContext } from 'react'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import type { RefusedForm } from '#app/base/forms/form-answer.ts'
import { redirectToOwnBooking, logInFirst } from '#app/base/own-pages.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { countdownText } from '#app/base/time-text.ts'
import { BookingFacts, BookingMoney, BookingHistory } from '#app/bookings/booking-facts.tsx'
import { BookingPanel, type Panel } from '#app/bookings/cancel-or-move-booking.tsx'
import { bookingLabel, otherParticipant, outcomeText } from '#app/bookings/booking-text.ts'
import { useRevalidateOnOwnBookings } from '#app/bookings/use-revalidate-on-own-bookings.ts'
import { useServerNow } from '#app/bookings/use-server-now.ts'
import { WaitingRoom } from '#app/bookings/waiting-room.tsx'
import { JoinBookedCallContext } from '#app/call/engine/calls-context.ts'
import { Locked } from '#app/experts/locked.tsx'
import { loadSlotWeek, readChoice } from '#app/schedule/slots.server.ts'
import { QuestionCard } from '#app/sessions/question-card.tsx'
import { callTypeLabel } from '#app/sessions/session-text.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { cancelBooking, quoteCancellation } from '#domain/bookings/cancel-booking.server.ts'
import type { BookingView } from '#domain/bookings/contract.ts'
import { getBooking, listBookingEvents } from '#domain/bookings/queries.server.ts'
import { rescheduleBooking } from '#domain/bookings/reschedule-booking.server.ts'
import { bookingPath, noShowDecisionAt } from '#domain/bookings/rules.ts'
import type { Context } from '#domain/context.server.ts'
import { isOpen } from '#domain/sessions/states.ts'
import { bookingJoinEarlyMinutes } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/booking.route'

/** Serves the same page under /user/bookings and /expert/bookings. */
export const loader = serve(
  { policy: 'signedIn', otherwise: logInFirst },
  async ({ context }, { request, params }: Route.LoaderArgs) => {
    redirectToOwnBooking(context.actor, request)
    const { role, approval } = context.actor
    if (role === 'expert' && approval !== 'approved') return { approval: approval ?? 'pending' }
    const booking = await getBooking(context, params.id)
    const [events, panel] = await Promise.all([
      listBookingEvents(context, booking),
      loadPanel(context, booking, request),
    ])
    return { approval: 'approved' as const, booking, events, panel, now: context.clock.now() }
  },
)

/** Loads the panel that the URL asks for, if the action is still possible. */
async function loadPanel(context: Context, booking: BookingView, request: Request): Promise<Panel | null> {
  const requestedPanel = new URL(request.url).searchParams.get('do')
  const { id, expertId, state, startsAt } = booking
  if (state !== 'booked' || context.clock.now() >= startsAt) return null
  if (requestedPanel === 'cancel') return { kind: 'cancel', quote: await quoteCancellation(context, { id }) }
  if (requestedPanel !== 'move' || !expertId || booking.movesLeft === 0) return null
  const choice = { ...readChoice(request), minutes: booking.minutes as 15 | 30 | 45 | 60 }
  const week = await loadSlotWeek(context, { ...choice, expertId, movedBookingId: id })
  return { kind: 'move', choice, week }
}

export const action = serve('signedIn', async ({ context, product }, { request, params }: Route.ActionArgs) => {
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  const { id } = params
  try {
    if (readText('act') === 'cancel') {
      await cancelBooking(context, { id, shownFeePaise: Number(readText('shownFeePaise') || Number.NaN) })
    } else if (readText('act') === 'move') {
      await rescheduleBooking(context, { id, startsAt: new Date(readText('startsAt')) })
    } else throw new Refusal('invalid_input')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return data<RefusedForm>({ refusal: { code: error.code, text: error.message } }, { status: error.status })
  }
  const { side } = await getBooking(context, id)
  const code = readText('act') === 'cancel' ? 'booking_cancelled' : 'booking_moved'
  return redirectWithFlash(code, { to: bookingPath({ id, side }), request, product })
})

/** Reloads the data after a refusal, because a stale page may be the cause. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || (actionStatus !== undefined && actionStatus < 500)
}

export const meta = () => [{ title: 'Booked session' }, { name: 'robots', content: 'noindex' }]

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, approval } = loaderData
  const isStudent = booking?.side === 'student'
  return (
    <div className="page py-6 md:py-10">
      <BackLink to={isStudent ? '/user/bookings' : '/expert/schedule'}>
        {isStudent ? 'Back to your bookings' : 'Back to your schedule'}
      </BackLink>
      {approval === 'approved' ? (
        <Booking {...loaderData} refusal={(actionData as RefusedForm | undefined)?.refusal.text} />
      ) : (
        <>
          <h1 className="mt-2 mb-6 text-title">Booked session</h1>
          <Locked approval={approval} sentenceStart="Bookings open" level={2} />
        </>
      )}
    </div>
  )
}

type Props = Extract<Route.ComponentProps['loaderData'], { booking: BookingView }> & {
  refusal: string | undefined
}

function Booking({ booking, events, panel, now: serverTime, refusal }: Props) {
  const now = useServerNow(serverTime)
  const changeSignal = useRevalidateOnOwnBookings([booking])
  const { state, session, joinFrom, startsAt } = booking
  // The topic and the loader may report the start in either order.
  const hasBegun = changeSignal?.open?.sessionId === booking.id || (session !== null && isOpen(session.state))
  const isJoinable = (state === 'booked' && now >= joinFrom && now < noShowDecisionAt(startsAt)) || hasBegun
  return (
    <>
      <BookingHeader booking={booking} />
      <div className="mt-5 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-7">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <BookingStatus booking={booking} now={now} />
          {isJoinable && (
            <WaitingRoom key={booking.id} booking={booking} changeSignal={changeSignal} hasBegun={hasBegun} />
          )}
          {panel && <BookingPanel key={panel.kind} booking={booking} panel={panel} now={now} refusal={refusal} />}
          <BookingFacts booking={booking} now={now} />
          <QuestionCard session={booking} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <BookingMoney booking={booking} />
          <BookingHistory booking={booking} events={events} />
        </div>
      </div>
    </>
  )
}

function BookingHeader({ booking }: { booking: BookingView }) {
  const { name, photoUrl } = otherParticipant(booking)
  const { label, tone } = bookingLabel(booking)
  return (
    <div className="mt-2 flex items-center gap-4">
      <Avatar name={name} src={photoUrl} size="large" />
      <div className="min-w-0">
        <h1 className="text-title wrap-anywhere">Session with {name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-soft">
          <Badge tone={tone}>{label}</Badge>
          <span>{callTypeLabel(booking)}</span>
          {booking.side === 'student' && booking.expertId && (
            <Link
              to={`/expert/details/${booking.expertId}`}
              className="inline-flex min-h-11 items-center text-small underline underline-offset-4 hover:text-text md:min-h-0"
            >
              See the profile
            </Link>
          )}
        </p>
      </div>
    </div>
  )
}

/** Shows the countdown or the outcome. */
function BookingStatus({ booking, now }: { booking: BookingView; now: Date }) {
  const { state, startsAt, joinFrom, session, id, side } = booking
  const outcome = outcomeText(booking)
  const timeLeft = countdownText(startsAt.getTime() - now.getTime())
  const pathPrefix = side === 'expert' ? '/expert' : '/user'
  return (
    <div className="grid grid-cols-1 gap-3">
      {state === 'booked' && (
        <p role="timer" className="figures text-title">
          {timeLeft ? `Begins in ${timeLeft}` : 'Starting now'}
        </p>
      )}
      {state === 'booked' && now < joinFrom && (
        <p className="text-soft">You can join here from {bookingJoinEarlyMinutes} minutes before the start.</p>
      )}
      {/* Always rendered, so that screen readers announce changes. */}
      <div role="status">
        {outcome && <Notice title={outcome.title}>{outcome.text}</Notice>}
        {session && isOpen(session.state) && <SessionInProgress booking={booking} />}
        {session && !isOpen(session.state) && (
          <Notice
            title="This session is over"
            action={
              <ButtonLink to={`${pathPrefix}/sessions/${id}`} variant="outline" size="small">
                See the session
              </ButtonLink>
            }
          >
            See the receipt, the chat and the history on the session page.
          </Notice>
        )}
      </div>
    </div>
  )
}

function SessionInProgress({ booking }: { booking: BookingView }) {
  const joinBookedCall = useContext(JoinBookedCallContext)
  const { id, side, callType } = booking
  return (
    <Notice
      title="The session is in progress"
      action={
        joinBookedCall &&
        side && (
          <Button
            size="small"
            onClick={() =>
              joinBookedCall({
                sessionId: id,
                side,
                callType,
                otherName: otherParticipant(booking).name,
                media: undefined,
              })
            }
          >
            Go to the call
          </Button>
        )
      }
    >
      You can join at any time until it ends.
    </Notice>
  )
}
