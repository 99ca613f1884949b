import { Link } from 'react-router'
import { useRevalidateOnTopic } from '#app/base/live/use-revalidate-on-topic.ts'
import { redirectToOwnSessions, logInFirst } from '#app/base/own-pages.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { zoneOf } from '#app/base/zone.server.ts'
import { useZone } from '#app/base/zone.tsx'
import { ChatCard } from '#app/call/chat/chat-card.tsx'
import { FindSomebody } from '#app/experts/find-somebody.tsx'
import { Locked } from '#app/experts/locked.tsx'
import { loadAfterCall } from '#app/sessions/after-call.server.ts'
import { ExpertAfterCall, StudentAfterCall } from '#app/sessions/after-call.tsx'
import { BoardSection } from '#app/sessions/board-section.tsx'
import { CallAgain } from '#app/sessions/call-again.tsx'
import { FollowUpCard } from '#app/sessions/follow-up.tsx'
import { OtherPersonCard } from '#app/sessions/other-person.tsx'
import { QuestionCard } from '#app/sessions/question-card.tsx'
import { Receipt } from '#app/sessions/receipt.tsx'
import { RefundCard } from '#app/sessions/refund-card.tsx'
import { runSessionAction } from '#app/sessions/session-actions.server.ts'
import { callTypeLabel, currentStateText, personOf, sessionStateLabel } from '#app/sessions/session-text.ts'
import { Timeline } from '#app/sessions/timeline.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { getOtherPerson } from '#domain/bookings/other-person.server.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import { listMessages } from '#domain/sessions/message-queries.server.ts'
import { readMessages } from '#domain/sessions/read-messages.server.ts'
import { getSession, listEvents } from '#domain/sessions/queries.server.ts'
import { isOpen } from '#domain/sessions/states.ts'
import { dayAndTime } from '#kernel/time.ts'
import type { Route } from './+types/session.route'

export const loader = serve(
  { policy: 'signedIn', otherwise: logInFirst },
  async ({ context }, { request, params }: Route.LoaderArgs) => {
    redirectToOwnSessions(context.actor, request)
    const { role, approval } = context.actor
    const pathPrefix = role === 'expert' ? '/expert' : '/user'
    if (role === 'expert' && approval !== 'approved') return { own: pathPrefix, approval: approval ?? 'pending' }
    const session = await getSession(context, params.id)
    const { id } = session
    const [events, messages, other, after] = await Promise.all([
      listEvents(context, id),
      // The chat is shown once the call is over.
      (isOpen(session.state) ? listMessages : readMessages)(context, { sessionId: id }),
      getOtherPerson(context, id),
      loadAfterCall(context, session, zoneOf(context.actor, request)),
    ])
    return { own: pathPrefix, approval: 'approved' as const, session, events, messages, other, after }
  },
)

export const action = serve('signedIn', async ({ context }, { request, params }: Route.ActionArgs) =>
  runSessionAction(context, { id: params.id, form: await readForm(request) }),
)

export const meta = () => [{ title: 'Session' }, { name: 'robots', content: 'noindex' }]

export default function SessionPage({ loaderData }: Route.ComponentProps) {
  const { own: pathPrefix, approval } = loaderData
  return (
    <div className="page py-6 md:py-10 print:py-0">
      <div className="print:hidden">
        <BackLink to={`${pathPrefix}/sessions`}>Back to your sessions</BackLink>
      </div>
      {approval === 'approved' ? (
        <Session {...loaderData} />
      ) : (
        <>
          <h1 className="mt-2 mb-6 text-title">Session</h1>
          <Locked approval={approval} sentenceStart="Sessions open" level={2} />
        </>
      )}
    </div>
  )
}

type Props = Extract<Route.ComponentProps['loaderData'], { session: SessionView }>

/** Updates live while the session is open, and afterwards when feedback or a review arrives. */
function Session({ session, events, messages, other, after }: Props) {
  // A settled session keeps its state when feedback or a review arrives. Its first message cannot show whether this
  // page is outdated, so the page reloads.
  useRevalidateOnTopic(`session:${session.id}`, ({ state }) => state !== session.state || session.state === 'settled')
  const stateText = currentStateText(session)
  const missedQuestion = (after?.side === 'student' && (after.missedQuestion ?? after.asked)) || undefined
  return (
    <>
      <Head session={session} />
      {after?.side === 'student' && after.expert && !other.isBlocked && (
        <CallAgain
          expert={after.expert}
          callType={session.callType}
          missedQuestion={missedQuestion}
          answeredQuestion={after.answeredQuestion ?? after.again ?? undefined}
        />
      )}
      {missedQuestion && <FindSomebody {...missedQuestion} className="mt-3 md:w-fit print:hidden" />}
      {/* Always rendered, so that screen readers announce changes. */}
      <div role="status" className="print:hidden">
        {stateText && <Notice title={stateText} className="mt-5" />}
      </div>
      <div className="mt-5 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-7">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {after?.side === 'student' && <StudentAfterCall {...after} session={session} />}
          {after?.side === 'expert' && <ExpertAfterCall {...after} session={session} />}
          {after?.side === 'student' && after.followUp && !other.isBlocked && (
            <FollowUpCard
              followUp={after.followUp}
              expertName={session.expertName}
              isSuggested={after.summary?.suggestsBooking ?? false}
            />
          )}
          {after && session.connectedAt && <BoardSection sessionId={session.id} board={after.board ?? null} />}
          <QuestionCard session={session} />
          {!isOpen(session.state) && <ChatCard messages={messages} session={session} />}
          {!isOpen(session.state) && <Receipt session={session} />}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <Timeline events={events} session={session} />
          {after?.side === 'student' && <RefundCard request={after.refund} until={after.refundUntil} />}
          <OtherPersonCard name={personOf(session).name} side={session.side} {...other} />
        </div>
      </div>
    </>
  )
}

function Head({ session }: { session: SessionView }) {
  const { name, photoUrl } = personOf(session)
  const { label, tone } = sessionStateLabel(session)
  const zone = useZone()
  return (
    <div className="mt-2 flex items-center gap-4">
      <Avatar name={name} src={photoUrl} size="large" className="print:hidden" />
      <div className="min-w-0">
        <h1 className="text-title wrap-anywhere">Session with {name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-soft">
          <Badge tone={tone}>{label}</Badge>
          <span>{callTypeLabel(session)}</span>
          <time dateTime={session.askedAt.toISOString()}>{dayAndTime(session.askedAt, zone)}</time>
          {session.side === 'student' && session.expertId && (
            <Link
              to={`/expert/${session.expertId}`}
              className="inline-flex min-h-11 items-center text-small underline underline-offset-4 hover:text-text md:min-h-0 print:hidden"
            >
              See the profile
            </Link>
          )}
        </p>
      </div>
    </div>
  )
}
