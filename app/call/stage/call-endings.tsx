import { useContext } from 'react'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { RequestedCall } from '#app/call/engine/calls-context.ts'
import { clockText, endReasonText, unansweredText } from '#app/call/engine/call-screen.ts'
import { Alternatives } from '#app/call/stage/alternatives.tsx'
import { OpenRequestContext } from '#app/experts/open-request-context.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { expertShare } from '#domain/wallet/rules.ts'
import { freeUnderSeconds } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'

/** The call has ended. The bill follows within a second or two. */
export function CallEnded({ view, otherName, onLeave }: { view: CallView; otherName: string; onLeave(): void }) {
  const { session, side, sessionId, meter } = view
  const reason = endReasonText(session?.endReason ?? null, side, session?.booked)
  const sharedMs = session?.state === 'settled' ? session.liveMs : (meter?.liveMs ?? 0)
  return (
    <>
      <h2 className="text-title">Call ended</h2>
      <p className="mt-2 text-soft">
        {otherName} · <span className="figures">{clockText(sharedMs)}</span> together
      </p>
      {reason && <p className="mt-2 text-soft">{reason}</p>}
      <p className="figures mt-6 text-display">
        {session?.chargedPaise == null ? <Spinner label="Settling" /> : formatBill(session, side)}
      </p>
      {session?.chargedPaise != null && <p className="mt-1 text-balance text-soft">{billText(session, side)}</p>}
      {side === 'expert' && (
        <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:justify-center">
          <ButtonLink to={`/expert/sessions/${sessionId}#feedback`} variant="outline" onClick={onLeave}>
            {session?.chargedPaise ? 'Give feedback' : 'See the session'}
          </ButtonLink>
          <Button onClick={onLeave}>Close</Button>
        </div>
      )}
    </>
  )
}

type Session = NonNullable<CallView['session']>

function billText(session: Session, side: CallView['side']): string {
  const { chargedPaise, billedMinutes, ratePaisePerMinute } = session
  if (chargedPaise === 0) return `A call of under ${freeUnderSeconds} seconds costs nothing.`
  const word = side === 'student' ? 'charged' : 'earned'
  const isFee = (chargedPaise ?? 0) > (billedMinutes ?? 0) * ratePaisePerMinute
  if (!isFee) return word
  const leaver = side === 'student' ? 'you' : 'the student'
  return `${word}, because ${leaver} left early: a booked session then costs at least a quarter of its price`
}

function formatBill({ chargedPaise, sharePercent }: Session, side: CallView['side']): string {
  if (chargedPaise === null) return ''
  return formatRupees(side === 'student' ? chargedPaise : expertShare(chargedPaise, sharePercent))
}

type UnansweredProps = { view: CallView; question: RequestedCall['question'] | null; onLeave(): void }

/** The call was not connected, and nothing was charged. */
export function CallUnanswered({ view, question, onLeave }: UnansweredProps) {
  const { session, side, sessionId } = view
  const openRequest = useContext(OpenRequestContext)
  if (!session) return null
  const { title, text } = unansweredText(session, side)
  return (
    <>
      <h2 className="text-title wrap-anywhere">{title}</h2>
      <p className="mt-2 text-soft wrap-anywhere">{text}</p>
      {side === 'student' && session.state !== 'cancelled' && (
        <div className="mt-8 text-left">
          <OpenRequestContext
            value={(requestDraft) => {
              onLeave()
              openRequest?.(requestDraft)
            }}
          >
            <Alternatives
              sessionId={sessionId}
              originalRequest={{ callType: session.callType, question: session.question ?? '', ...question }}
            />
          </OpenRequestContext>
        </div>
      )}
      <Button variant="outline" className="mt-8" onClick={onLeave}>
        Close
      </Button>
    </>
  )
}

export function CallElsewhere({ onRejoin, onLeave }: { onRejoin(): void; onLeave(): void }) {
  return (
    <>
      <h2 className="text-title">The call continues in another tab</h2>
      <p className="mt-2 text-soft">You are connected there. Nobody can hear or see you here.</p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:justify-center">
        <Button variant="outline" onClick={onLeave}>
          Close
        </Button>
        <Button onClick={onRejoin}>Continue here</Button>
      </div>
    </>
  )
}

export function CallRefused({ refusal, onLeave }: { refusal: string | null; onLeave(): void }) {
  return (
    <>
      <h2 className="text-title">You are not in this call</h2>
      <p className="mt-2 text-soft">{refusal}</p>
      <Button variant="outline" className="mt-8" onClick={onLeave}>
        Close
      </Button>
    </>
  )
}
