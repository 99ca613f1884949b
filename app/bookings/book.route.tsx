import { randomUUID } from 'node:crypto'
import { CalendarX2 } from 'lucide-react'
import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import { asNetworkProblem } from '#app/base/network-problem.ts'
import { redirectToLogin } from '#app/base/own-pages.server.ts'
import { isDataRequest } from '#app/base/request.server.ts'
import { readForm, type RefusedRequest, serve } from '#app/base/serve.server.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { findEarlierBoard } from '#app/bookings/earlier-board.server.ts'
import { BookingForm } from '#app/bookings/booking-form.tsx'
import { fitIntoUrl, questionInUrl } from '#app/bookings/question-in-url.ts'
import type { BookingAnswer } from '#app/bookings/use-booking.ts'
import { detailsPath } from '#app/experts/expert-meta.ts'
import { priceText } from '#app/experts/expert-text.ts'
import { ExpertPageError } from '#app/experts/expert-page-error.tsx'
import { slotSearch } from '#app/schedule/slot-choice.ts'
import { loadSlotWeek, readChoice } from '#app/schedule/slots.server.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import type { BookingRequest } from '#domain/bookings/contract.ts'
import { findExpertPage } from '#domain/discovery/queries.server.ts'
import { takesBookings } from '#domain/schedule/queries.server.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/book.route'

export const loader = serve('anyone', async ({ context }, { params, request }: Route.LoaderArgs) => {
  const expert = await findExpertPage(context, params.id)
  if (!expert) throw new Refusal('no_such_expert')
  const choice = readChoice(request)
  const session = new URL(request.url).searchParams.get('continues')
  const [isBookable, week, earlierBoard] = await Promise.all([
    takesBookings(context, expert.id),
    loadSlotWeek(context, { ...choice, expertId: expert.id }),
    findEarlierBoard(context, { session, expertId: expert.id }),
  ])
  const { id, name, title, photoUrl, ratePaisePerMinute } = expert
  return {
    expert: { id, name, title, photoUrl, ratePaisePerMinute },
    choice,
    week: isBookable ? week : null,
    earlierBoard,
    now: context.clock.now(),
    newId: randomUUID(),
  }
})

export const action = serve(
  { policy: 'student', otherwise: respondToOthers },
  async ({ context, product }, { params, request }: Route.ActionArgs) => {
    const form = await readForm(request)
    const readText = (name: string) => String(form.get(name) ?? '')
    const { startsAt, ...typed } = readTyped(form)
    if (!startsAt) return refuse(new Refusal('slot_missing'), form)
    const bookingInput = {
      id: readText('id'),
      expertId: params.id,
      ...typed,
      continues: typed.continues || null,
      file: readFile(readText('file')),
      startsAt: new Date(startsAt),
      minutes: Number(readText('minutes')),
      zone: readText('zone'),
      ratePaisePerMinute: Number(readText('rate')),
    }
    try {
      const id = await bookSession(context, bookingInput as BookingRequest)
      return redirectWithFlash('session_booked', { to: `/user/bookings/${id}`, request, product })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refuse(error, form)
    }
  },
)

/**
 * Sends visitors to the login, with a return path that keeps the time, the call type and the board to begin with.
 * Scripts keep the question in the browser. Without them, the path keeps it, too.
 */
async function respondToOthers({ context, request, params, refusal }: RefusedRequest) {
  const form = await readForm(request)
  if (context.actor.kind !== 'visitor') return refuse(refusal, form)
  const { startsAt, callType, question, continues } = readTyped(form)
  const keptQuestion = isDataRequest(request) ? '' : fitIntoUrl(question)
  const search = slotSearch(
    { ...readChoice(request), start: startsAt || null },
    { callType, ...(continues && { continues }), ...(keptQuestion && { [questionInUrl]: keptQuestion }) },
  )
  return redirectToLogin(encodeURIComponent(`/expert/details/${params.id}/book${search}`))
}

function refuse({ code, message, status }: Refusal, form: FormData) {
  return data<BookingAnswer>({ refusal: { code, text: message }, typed: readTyped(form) }, { status })
}

function readTyped(form: FormData) {
  const readText = (name: string) => String(form.get(name) ?? '')
  return {
    question: readText('question'),
    callType: readText('callType') as CallType,
    startsAt: readText('startsAt'),
    continues: readText('continues'),
  }
}

/** Parses the file as JSON. Invalid JSON means no file. */
function readFile(text: string): unknown {
  try {
    return JSON.parse(text || 'null')
  } catch {
    return null
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return asNetworkProblem(serverAction())
}

/** Reloads the data after a refusal, because a stale page may be the cause. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || (actionStatus !== undefined && actionStatus < 500)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Book a session with ${loaderData.expert.name}` : 'Book a session' },
  { name: 'robots', content: 'noindex' },
]

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { expert, choice, week, earlierBoard, now, newId } = loaderData
  const viewer = useViewer()
  const hasOtherRole = viewer?.role === 'expert' || viewer?.role === 'team'
  return (
    <div className="page py-6 md:py-10">
      <BackLink to={detailsPath(expert)}>Back to the profile</BackLink>
      <div className="mt-2 mb-7 flex items-center gap-4">
        <Avatar name={expert.name} src={expert.photoUrl} size="large" />
        <div className="min-w-0">
          <h1 className="text-title wrap-anywhere">Book a session with {expert.name}</h1>
          <p className="mt-1 text-soft wrap-anywhere">
            {expert.title} · {priceText(expert)}
          </p>
        </div>
      </div>
      {hasOtherRole && (
        <Notice title="Only students can book sessions." className="mb-7">
          Log in with a student account to book one.
        </Notice>
      )}
      {week ? (
        <BookingForm
          expert={expert}
          choice={choice}
          week={week}
          earlierBoard={earlierBoard}
          now={now}
          newId={newId}
          answer={actionData as BookingAnswer | undefined}
        />
      ) : (
        <EmptyState
          heading="No bookable times"
          level={2}
          icon={<CalendarX2 />}
          action={<ButtonLink to={detailsPath(expert)}>Back to the profile</ButtonLink>}
        >
          {expert.name} is not taking bookings at the moment. You can still call when they are online.
        </EmptyState>
      )}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ExpertPageError error={error} notFound="Expert Not Found" />
}
