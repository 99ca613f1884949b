import { FileText, Phone, PhoneOff, Video } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useId, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useViewer } from '#app/base/use-viewer.ts'
import { startRinging } from '#app/call/devices/sounds.ts'
import { ringSecondsLeft, ringTimeText } from '#app/call/engine/call-screen.ts'
import { useAnimationClock } from '#app/call/engine/use-call.ts'
import { isPushEnabled } from '#app/notifications/push/push-enabled.ts'
import { useRingNotification } from '#app/notifications/push/use-ring-notification.ts'
import { useSurfaceFocus } from '#app/call/stage/use-surface-focus.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { FormulaText, formulaTextBox } from '#app/ui/formula.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { ScrollRegion } from '#app/ui/scroll-region.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { expertShare } from '#domain/wallet/rules.ts'
import { declineReasonMaxLength } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import { plural } from '#kernel/plural.ts'
import type { TopicState } from '#live/protocol.ts'

type Ring = NonNullable<TopicState<`rings:${string}`>['ring']>

/** Common reasons; tapping one is quicker than typing. */
const reasons = ['I am busy right now', 'This is not my subject', 'Please try again in 10 minutes'] as const

/**
 * An incoming call: caller, question and earnings. It stays until the call is answered, here or elsewhere, or times
 * out.
 */
export function RingDialog({ ring, onAccept }: { ring: Ring; onAccept(): void }) {
  const [isDeclining, setIsDeclining] = useState(false)
  const focus = useSurfaceFocus()
  const titleId = useId()
  useEffect(() => startRinging(), [])
  useAttention(ring)
  useRingNotification(ring.sessionId)
  const earningsText = formatRupees(expertShare(ring.ratePaisePerMinute, ring.sharePercent))
  const kind = ring.callType === 'video' ? 'A video call' : 'An audio call'
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade-in bg-ink/90" />
        <Radix.Content
          role="alertdialog"
          {...focus}
          onEscapeKeyDown={(event) => {
            event.preventDefault()
            setIsDeclining(false)
          }}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 flex animate-rise-in flex-col border-line bg-float pb-[env(safe-area-inset-bottom)] text-text outline-none md:m-auto md:h-fit md:max-h-[85dvh] md:w-full md:max-w-form md:rounded-card md:border md:shadow-float"
        >
          <ScrollRegion
            labelledBy={titleId}
            className="flex flex-1 flex-col items-center overflow-y-auto p-6 text-center"
          >
            <span className="mt-6 mb-7 animate-pulse rounded-full ring-4 ring-accent/60 ring-offset-4 ring-offset-float md:mt-2 [@media(max-height:30rem)]:hidden">
              <Avatar name={ring.studentName} src={ring.studentPhotoUrl} size="huge" />
            </span>
            <Radix.Title className="text-title wrap-anywhere">
              <span id={titleId}>{ringTitle(ring)}</span>
            </Radix.Title>
            <Radix.Description className="mt-1.5 flex items-center gap-2 text-soft">
              {ring.callType === 'video' ? (
                <Video className="size-4.5" aria-hidden="true" />
              ) : (
                <Phone className="size-4.5" aria-hidden="true" />
              )}
              {kind}. You earn {earningsText} a minute.
            </Radix.Description>
            {ring.asked != null && <p className="mt-1.5 text-balance text-soft">{offerText(ring.asked)}</p>}
            <TimeLeft ring={ring} />
            <Question ring={ring} />
          </ScrollRegion>
          {isDeclining ? (
            <Decline ring={ring} onBack={() => setIsDeclining(false)} />
          ) : (
            <div className="grid grid-cols-2 gap-3 border-t border-line p-5 md:px-6">
              {ring.asked == null ? (
                <Button variant="outline" size="large" onClick={() => setIsDeclining(true)}>
                  <PhoneOff className="size-5" aria-hidden="true" />
                  Decline
                </Button>
              ) : (
                <DeclineOffer ring={ring} />
              )}
              <Button size="large" onClick={onAccept}>
                {ring.callType === 'video' ? (
                  <Video className="size-5" aria-hidden="true" />
                ) : (
                  <Phone className="size-5" aria-hidden="true" />
                )}
                Accept
              </Button>
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Question({ ring: { question, fileName, sessionId } }: { ring: Ring }) {
  return (
    <div className="mt-6 grid w-full gap-3 text-left">
      {question && (
        <blockquote
          className={cx(
            'rounded-card border border-line bg-raised p-4 whitespace-pre-line wrap-anywhere',
            formulaTextBox,
          )}
        >
          <FormulaText text={question} />
        </blockquote>
      )}
      {fileName && (
        <a
          href={`/sessions/${sessionId}/file`}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 items-center gap-2 text-accent underline underline-offset-3 wrap-anywhere"
        >
          <FileText className="size-5 shrink-0" aria-hidden="true" />
          {fileName}
        </a>
      )}
    </div>
  )
}

function TimeLeft({ ring }: { ring: Ring }) {
  const [endsAtMs] = useState(() => performance.now() + ring.ringLeftMs)
  const seconds = ringSecondsLeft(endsAtMs, useAnimationClock())
  return <p className="figures mt-1 text-small text-quiet">{ringTimeText(seconds)}</p>
}

function Decline({ ring, onBack }: { ring: Ring; onBack(): void }) {
  const fetcher = useFetcher<{ done?: true; refusal?: { text: string } }>()
  const [reason, setReason] = useState('')
  const refusal = fetcher.state === 'idle' ? fetcher.data?.refusal?.text : undefined
  const form = useRef<HTMLFormElement>(null)
  // The pressed button has been removed, so the form takes the focus.
  useEffect(() => form.current?.focus(), [])
  return (
    <fetcher.Form
      ref={form}
      tabIndex={-1}
      aria-label="Decline the call"
      method="post"
      action={`/sessions/${ring.sessionId}/step`}
      className="grid gap-4 border-t border-line p-5 outline-none md:px-6"
    >
      <input type="hidden" name="act" value="decline" />
      <Field label="Reason, shown to the student (optional)">
        <TextInput
          name="reason"
          value={reason}
          maxLength={declineReasonMaxLength}
          autoComplete="off"
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {reasons.map((reasonText) => (
          <Button
            key={reasonText}
            variant="outline"
            size="small"
            aria-pressed={reason === reasonText}
            className="aria-pressed:border-accent aria-pressed:text-accent"
            onClick={() => setReason(reasonText)}
          >
            {reasonText}
          </Button>
        ))}
      </div>
      <ErrorLine text={refusal} />
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="quiet"
          // This button appears where Decline was, so it ignores the second press of a double click.
          onClick={({ detail }) => detail < 2 && onBack()}
        >
          Back
        </Button>
        <Button type="submit" variant="danger" busy={fetcher.state !== 'idle'}>
          Decline the call
        </Button>
      </div>
    </fetcher.Form>
  )
}

/** Declines without a reason, because the student did not ask for this expert in particular. */
function DeclineOffer({ ring }: { ring: Ring }) {
  const fetcher = useFetcher<{ done?: true; refusal?: { text: string } }>()
  const refusal = fetcher.state === 'idle' ? fetcher.data?.refusal?.text : undefined
  return (
    <fetcher.Form method="post" action={`/sessions/${ring.sessionId}/step`} className="contents">
      <input type="hidden" name="act" value="decline" />
      {refusal && (
        <div className="col-span-2">
          <ErrorLine text={refusal} />
        </div>
      )}
      <Button type="submit" variant="outline" size="large" busy={fetcher.state !== 'idle'}>
        <PhoneOff className="size-5" aria-hidden="true" />
        Decline
      </Button>
    </fetcher.Form>
  )
}

function ringTitle({ asked, studentName }: Ring): string {
  return asked == null ? `${studentName} is calling` : `${studentName} is looking for an expert`
}

function offerText(asked: number): string {
  const others = asked - 1
  const othersText =
    others > 0 ? `${others} other ${plural(others, 'expert is', 'experts are')} also being asked. ` : ''
  return `${othersText}The first to accept gets the call. Declining costs you nothing.`
}

/** Blinks the tab title, and shows a system notification when the page is hidden. */
function useAttention(ring: Ring): void {
  const { callType } = ring
  const title = ringTitle(ring)
  const viewerId = useViewer()?.id
  useEffect(() => {
    // The browser returns a title with single spaces.
    const ringText = `📞 ${title}`.replaceAll(/\s+/g, ' ').trim()
    let pageTitle = document.title
    const blinkTimer = setInterval(() => {
      if (document.title === ringText) document.title = pageTitle
      else {
        // The person may have gone to another page.
        pageTitle = document.title
        document.title = ringText
      }
    }, 1_000)
    const notice =
      // With push enabled, the service worker shows the notification, with buttons.
      document.hidden &&
      !(viewerId && isPushEnabled(viewerId)) &&
      'Notification' in window &&
      Notification.permission === 'granted'
        ? showNotification(title, callType === 'video' ? 'Video call' : 'Audio call')
        : null
    notice?.addEventListener('click', () => {
      window.focus()
      notice.close()
    })
    return () => {
      clearInterval(blinkTimer)
      if (document.title === ringText) document.title = pageTitle
      notice?.close()
    }
  }, [title, callType, viewerId])
}

/** Null on Android, where only a service worker may show notifications, so the constructor throws. */
function showNotification(title: string, body: string): Notification | null {
  try {
    return new Notification(title, { body, requireInteraction: true, tag: 'ring' })
  } catch {
    return null
  }
}
