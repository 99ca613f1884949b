import { type ComponentProps, useRef, useState } from 'react'
import { sendJson } from '#app/base/send-json.ts'
import { clockTime } from '#app/base/time-text.ts'
import { useZone } from '#app/base/zone.tsx'
import { CallNotice } from '#app/call/controls/call-notice.tsx'
import type { CallView } from '#app/call/engine/call-view.ts'
import { limitText, shortLimitText } from '#app/call/stage/time-left.ts'
import { Button } from '#app/ui/button.tsx'
import { useFocusAfterUnmount } from '#app/ui/use-focus-after-unmount.ts'
import { otherSide } from '#domain/sessions/states.ts'
import { formatRupees } from '#kernel/money.ts'

type Props = { view: CallView; isSmall: boolean }

/** Tells both sides from the start when the call must end, if it has a limit. */
export function EndTimeNotice({ view, isSmall }: Props) {
  const { session, side, warning } = view
  const zone = useZone()
  const [isDismissed, setIsDismissed] = useState(false)
  // A warning shows the remaining time more precisely.
  if (!session?.endsAt || isDismissed || isSmall || warning !== null) return null
  const endTime = clockTime(new Date(session.endsAt), zone)
  const ownerText = side === 'student' ? 'The expert has' : 'You have'
  return (
    <CallNotice
      action={
        <DismissingButton variant="outline" onClick={() => setIsDismissed(true)}>
          OK
        </DismissingButton>
      }
    >
      {session.booked?.isAgreed === false
        ? `Booked until ${endTime}. The ${session.heldMinutes} minutes are already paid for.`
        : `This call can last until ${endTime}. ${ownerText} a booked session after it.`}
    </CallNotice>
  )
}

/** Offers to continue near the end of the booked time. The call continues if both sides agree. */
export function ContinueOffer({ view, minutesLeft, isSmall }: Props & { minutesLeft: number }) {
  const { session, side, sessionId } = view
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!session?.booked) return null
  const [youWant, otherWants] = [session.booked[side], session.booked[otherSide(side)]]
  const otherName = side === 'student' ? session.expertName : session.studentName
  const requestContinue = async () => {
    setBusy(true)
    setProblem(undefined)
    const answer = await sendJson<{ isAgreed: boolean }>(`/bookings/${sessionId}/step`, { act: 'go_on' })
    setBusy(false)
    if ('refusal' in answer) setProblem(answer.refusal.text)
  }
  const price = side === 'student' ? ` for ${formatRupees(session.ratePaisePerMinute)}/min` : ''
  return (
    <CallNotice
      action={
        !youWant && (
          <DismissingButton busy={busy} onClick={() => void requestContinue()}>
            Continue{isSmall ? '' : price}
          </DismissingButton>
        )
      }
    >
      {isSmall
        ? shortLimitText(minutesLeft)
        : `${limitText('booked', minutesLeft, side)} ${continueText({ youWant, otherWants, otherName })}`}
      {problem && !youWant && (
        <span role="alert" className="mt-1 block text-bad">
          {problem}
        </span>
      )}
    </CallNotice>
  )
}

const findSurface = (button: HTMLElement) => button.closest<HTMLElement>('[role=dialog], [role=region]')

/** A button that disappears when pressed. The focus then returns to the call. */
function DismissingButton(props: ComponentProps<typeof Button>) {
  const ref = useRef<HTMLButtonElement>(null)
  useFocusAfterUnmount(ref, findSurface)
  return <Button {...props} ref={ref} size="small" />
}

type ContinueWishes = { youWant: boolean; otherWants: boolean; otherName: string }

function continueText({ youWant, otherWants, otherName }: ContinueWishes): string {
  if (youWant) return `You want to continue. ${otherName} has not agreed yet.`
  if (otherWants) return `${otherName} wants to continue.`
  return 'The call then ends, unless you both want to continue.'
}
