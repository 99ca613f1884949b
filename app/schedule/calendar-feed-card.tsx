import { Check, Copy } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { ConfirmedAct } from '#app/schedule/confirmed-act.tsx'
import { timeOrDay } from '#app/schedule/duration-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { CalendarFeed } from '#domain/bookings/contract.ts'

type Props = { feed: CalendarFeed | null; hasSchedule: boolean; zone: string; now: Date }

/** Lets the expert subscribe to the bookings in a calendar program. */
export function CalendarFeedCard({ feed, hasSchedule, zone, now }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card as="section" aria-labelledby="calendar-feed-heading">
      <CardHeader
        title={
          <span id="calendar-feed-heading" ref={heading} tabIndex={-1}>
            Your bookings in your own calendar
          </span>
        }
        description="Subscribe to a private address in Google Calendar, Outlook or on your phone. New, moved and cancelled bookings appear there by themselves, with short names such as Asha V."
      />
      {!hasSchedule && <p className="text-small text-soft">Save your weekly hours first.</p>}
      {hasSchedule && (feed ? <Running feed={feed} zone={zone} now={now} heading={heading} /> : <StartForm />)}
    </Card>
  )
}

function StartForm() {
  const { Form, busy, problem } = useAnsweredForm({ id: 'calendar-feed', isOnPage: true })
  return (
    <Form method="post">
      <input type="hidden" name="act" value="start_feed" />
      <Button type="submit" variant="outline" busy={busy} className="max-sm:w-full">
        Create a private address
      </Button>
      <ErrorLine text={problem} />
    </Form>
  )
}

type RunningProps = { feed: CalendarFeed; zone: string; now: Date; heading: RefObject<HTMLElement | null> }

function Running({ feed: { url, usedAt }, zone, now, heading }: RunningProps) {
  return (
    <div className="grid gap-4">
      <CopyField url={url} />
      <p className="text-small">
        <a
          href={url.replace(/^https?:/, 'webcal:')}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent md:min-h-0"
        >
          Add it to the calendar of this device
        </a>
      </p>
      <p className="text-small text-soft">
        Everyone who has this address can see when you are booked, so do not share it.{' '}
        {usedAt ? (
          <>
            A calendar program last read it <time dateTime={usedAt.toISOString()}>{timeOrDay(usedAt, zone, now)}</time>.
          </>
        ) : (
          'No calendar program has read it yet.'
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <ConfirmedAct
          act="renew_feed"
          label="Replace the address"
          title="Replace the private address?"
          description="The present address stops at once. Add the new one to each of your calendars."
          returnTo={heading}
        />
        <ConfirmedAct
          act="stop_feed"
          label="Switch off"
          title="Switch the subscription off?"
          description="The address stops at once. Your calendars get no more changes from us."
          returnTo={heading}
        />
      </div>
    </div>
  )
}

function CopyField({ url }: { url: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'copied' | 'failed'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied('copied')
    } catch {
      // Without https there is no clipboard.
      input.current?.select()
      setCopied('failed')
    }
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        Private address
      </label>
      <div className="flex flex-wrap gap-2">
        <TextInput
          ref={input}
          id={id}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          className="min-w-48 flex-1"
        />
        <Button variant="outline" onClick={() => void copy()}>
          {copied === 'copied' ? (
            <Check className="size-4" aria-hidden="true" />
          ) : (
            <Copy className="size-4" aria-hidden="true" />
          )}
          Copy
        </Button>
      </div>
      <p role="status" className="text-small text-soft">
        {copied === 'copied' && 'Copied.'}
        {copied === 'failed' &&
          'Your browser did not allow copying. The address is selected: copy it with your keyboard.'}
      </p>
    </div>
  )
}
