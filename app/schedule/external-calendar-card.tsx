import { type RefObject, useRef } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useFormErrors } from '#app/base/forms/use-form-errors.ts'
import { calendarProblemText } from '#app/schedule/calendar-problem-text.ts'
import { ConfirmedAct } from '#app/schedule/confirmed-act.tsx'
import { timeOrDay } from '#app/schedule/duration-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { ExternalCalendar } from '#domain/schedule/contract.ts'
import { counted } from '#kernel/count-text.ts'
import { calendarReadMinutes, calendarUrlMaxLength } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

type Props = { calendar: ExternalCalendar | null; hasSchedule: boolean; zone: string; now: Date }

/** Connects another calendar of the expert, so that nobody books its busy times. */
export function ExternalCalendarCard({ calendar, hasSchedule, zone, now }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card as="section" aria-labelledby="external-calendar-heading">
      <CardHeader
        title={
          <span id="external-calendar-heading" ref={heading} tabIndex={-1}>
            Busy times from your other calendar
          </span>
        }
        description={`Nobody can book you while you are busy there. We only store when you are busy, and read the calendar every ${calendarReadMinutes} minutes. Existing bookings stay booked.`}
      />
      {!hasSchedule && <p className="text-small text-soft">Save your weekly hours first.</p>}
      {hasSchedule && calendar && <Connected calendar={calendar} zone={zone} now={now} heading={heading} />}
      {hasSchedule && !calendar && <UrlForm label="Address of the calendar" submit="Connect" returnTo={heading} />}
    </Card>
  )
}

type ConnectedProps = Pick<Props, 'zone' | 'now'> & {
  calendar: ExternalCalendar
  heading: RefObject<HTMLElement | null>
}

function Connected({ calendar, zone, now, heading }: ConnectedProps) {
  const { host, isReading } = calendar
  const read = useAnsweredForm({ id: 'read-calendar', isOnPage: true })
  return (
    <div className="grid gap-4">
      <div>
        <p className="font-medium wrap-anywhere">{host}</p>
        <div role="status" className="text-small text-soft">
          {isReading ? (
            <p className="flex items-center gap-2">
              <Spinner /> Reading the calendar…
            </p>
          ) : (
            <LastReading calendar={calendar} zone={zone} now={now} />
          )}
        </div>
      </div>
      {!isReading && <Problem calendar={calendar} zone={zone} now={now} />}
      <ErrorLine text={read.problem} />
      <div className="flex flex-wrap gap-3">
        <read.Form method="post">
          <input type="hidden" name="act" value="read_calendar" />
          <Button type="submit" variant="outline" size="small" busy={read.busy}>
            Read it now
          </Button>
        </read.Form>
        <ConfirmedAct
          act="disconnect_calendar"
          label="Disconnect"
          title="Disconnect this calendar?"
          description="Its busy times can then be booked again."
          returnTo={heading}
        />
      </div>
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-small text-soft underline underline-offset-4 hover:text-text md:min-h-8">
          Use another address
        </summary>
        <div className="pt-2">
          <UrlForm label="New address of the calendar" submit="Replace" returnTo={heading} />
        </div>
      </details>
    </div>
  )
}

function LastReading({ calendar, zone, now }: Pick<ConnectedProps, 'calendar' | 'zone' | 'now'>) {
  const { readAt, busyCount, skippedEvents } = calendar
  if (!readAt) return <p>We have not read this calendar yet.</p>
  return (
    <>
      <p>
        Last read <time dateTime={readAt.toISOString()}>{timeOrDay(readAt, zone, now)}</time>:{' '}
        {busyCount === 0 ? 'no busy times ahead.' : `${counted(busyCount, 'busy time')} ahead.`}
      </p>
      {skippedEvents > 0 && (
        <p>{counted(skippedEvents, 'event could', 'events could')} not be understood, and can be booked over.</p>
      )}
    </>
  )
}

function Problem({ calendar, zone, now }: Pick<ConnectedProps, 'calendar' | 'zone' | 'now'>) {
  const { failing, busyCount } = calendar
  if (!failing) return null
  return (
    <Notice
      tone="bad"
      announce
      title={`We could not read this calendar since ${timeOrDay(failing.since, zone, now)}: ${calendarProblemText(failing)}.`}
    >
      {busyCount > 0 && `The ${counted(busyCount, 'busy time')} that we know still cannot be booked. `}
      We try again by ourselves. If the address has changed, enter the new one below.
    </Notice>
  )
}

const rules = { url: (url: string) => (url.trim() ? undefined : refusals.calendar_url_invalid.text) }
const fieldOf = {
  calendar_url_invalid: 'url',
  calendar_url_credentials: 'url',
  calendar_url_private: 'url',
} as const

function UrlForm({
  label,
  submit,
  returnTo,
}: {
  label: string
  submit: string
  returnTo: RefObject<HTMLElement | null>
}) {
  const { Form, busy, refused } = useAnsweredForm({
    id: 'connect-calendar',
    isOnPage: true,
    returnTo,
    onDone() {
      form.current?.reset()
      form.current?.closest('details')?.removeAttribute('open')
    },
  })
  const { form, errors, formError, check } = useFormErrors({ rules, answer: refused, fieldOf })
  return (
    <Form ref={form} method="post" noValidate onSubmit={check} className="grid max-w-prose gap-3">
      <input type="hidden" name="act" value="connect_calendar" />
      <Field
        label={label}
        error={errors.url}
        hint="In Google Calendar: settings of your calendar, “Secret address in iCal format”. In Outlook: “Publish a calendar”, the ICS link. In iCloud: share the calendar as a public calendar."
      >
        <TextInput
          name="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={calendarUrlMaxLength}
          placeholder="https://"
        />
      </Field>
      <ErrorLine text={busy ? undefined : formError} />
      <div>
        <Button type="submit" variant="outline" busy={busy} className="max-sm:w-full">
          {submit}
        </Button>
      </div>
    </Form>
  )
}
