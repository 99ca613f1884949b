import { CalendarClock, CalendarX2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useRequestId } from '#app/base/forms/use-request-id.ts'
import { useFormErrors } from '#app/base/forms/use-form-errors.ts'
import { MinuteSelect } from '#app/schedule/minute-select.tsx'
import { exceptionDays, exceptionText } from '#app/schedule/schedule-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { ScheduleException } from '#domain/schedule/contract.ts'
import { refusals } from '#kernel/refusals.ts'

type Props = { exceptions: ScheduleException[]; today: string; nextId: string; hasSchedule: boolean }

/** Edits the exceptions to the weekly hours: days off and days with other hours. */
export function ExceptionsCard({ exceptions, today, nextId, hasSchedule }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const upcoming = exceptions.filter(({ lastDay }) => lastDay >= today)
  return (
    <Card as="section" aria-labelledby="exceptions-heading">
      <CardHeader
        title={
          <span id="exceptions-heading" ref={heading} tabIndex={-1}>
            Days off and other hours
          </span>
        }
        description="They replace your weekly hours. Existing bookings on these days stay booked; you can cancel them yourself."
      />
      {hasSchedule ? (
        <>
          <ExceptionForm today={today} nextId={nextId} />
          {upcoming.length > 0 && (
            <ul aria-label="Days off and other hours" className="mt-6 divide-y divide-line border-t border-line">
              {upcoming.map((exception) => (
                <Exception key={exception.id} exception={exception} today={today} returnTo={heading} />
              ))}
            </ul>
          )}
        </>
      ) : (
        <p className="text-small text-soft">Save your weekly hours first.</p>
      )}
    </Card>
  )
}

const rules = { firstDay: (day: string) => (day ? undefined : refusals.day_missing.text) }
const fieldOf = {
  day_missing: 'firstDay',
  exception_past: 'firstDay',
  days_backwards: 'lastDay',
  hours_backwards: 'to',
} as const

function ExceptionForm({ today, nextId }: { today: string; nextId: string }) {
  const [kind, setKind] = useState('off')
  const [firstDay, setFirstDay] = useState('')
  const [usedId, setUsedId] = useState<string>()
  const id = useRequestId(nextId, usedId)
  const { Form, busy, refused } = useAnsweredForm({
    id: 'exception',
    onDone: () => {
      setUsedId(id)
      setFirstDay('')
      form.current?.reset()
    },
  })
  const { form, errors, formError, check } = useFormErrors({ rules, answer: refused, fieldOf })
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onSubmit={check}
      className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <input type="hidden" name="act" value="add_exception" />
      <input type="hidden" name="id" value={id} />
      <Field label="On these days">
        <Select name="kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="off">I am not available</option>
          <option value="hours">I have other hours</option>
        </Select>
      </Field>
      <Field label="First day" error={errors.firstDay} required>
        <TextInput
          type="date"
          name="firstDay"
          min={today}
          value={firstDay}
          onChange={(event) => setFirstDay(event.target.value)}
        />
      </Field>
      <Field label="Last day" error={errors.lastDay} optional>
        <TextInput type="date" name="lastDay" min={firstDay || today} />
      </Field>
      {kind === 'hours' && (
        <div className="grid grid-cols-2 gap-4 sm:col-span-2 lg:col-span-1">
          <Field label="From">
            <MinuteSelect name="from" defaultValue={600} className="pr-7 pl-2.5" />
          </Field>
          <Field label="To" error={errors.to}>
            <MinuteSelect name="to" isEnd defaultValue={780} className="pr-7 pl-2.5" />
          </Field>
        </div>
      )}
      <div className="sm:col-span-2 lg:col-span-4">
        <ErrorLine text={busy ? undefined : formError} />
        <Button type="submit" variant="outline" busy={busy} className="mt-1 max-sm:w-full">
          Add
        </Button>
      </div>
    </Form>
  )
}

type RowProps = {
  exception: ScheduleException
  today: string
  returnTo: React.RefObject<HTMLElement | null>
}

function Exception({ exception, today, returnTo }: RowProps) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'exception', isOnPage: true, returnTo })
  const days = exceptionDays(exception, today)
  const Icon = exception.hours ? CalendarClock : CalendarX2
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <Icon className="size-4.5 shrink-0 text-quiet" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{days}</span>
        <span className="block text-small text-quiet">{exceptionText(exception)}</span>
      </p>
      <Form method="post">
        <input type="hidden" name="act" value="remove_exception" />
        <input type="hidden" name="id" value={exception.id} />
        <Button type="submit" variant="quiet" size="small" busy={busy} aria-label={`Remove ${days}`}>
          Remove
        </Button>
      </Form>
      <ErrorLine text={problem} />
    </li>
  )
}
