import { CalendarCheck, LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { timeSpanText } from '#app/base/time-text.ts'
import { BookingCosts } from '#app/bookings/booking-costs.tsx'
import { LengthChoice } from '#app/bookings/length-choice.tsx'
import { questionInUrlMinLength } from '#app/bookings/question-in-url.ts'
import { type BookingAnswer, useBooking } from '#app/bookings/use-booking.ts'
import { type SlotChoice, slotSearch, type SlotWeek } from '#app/schedule/slot-choice.ts'
import { SlotPicker } from '#app/schedule/slot-picker.tsx'
import { CallTypeChoice } from '#app/sessions/request/call-type-choice.tsx'
import { FileField } from '#app/sessions/request/file-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import { questionMaxLength } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import { dateText, minutesLater } from '#kernel/time.ts'

type Props = {
  expert: Pick<ExpertPage, 'id' | 'name' | 'ratePaisePerMinute'>
  choice: SlotChoice
  week: SlotWeek
  /** The board of an earlier session that the student came from. Missing in responses of the previous version. */
  earlierBoard?: { sessionId: string; askedAt: Date } | null
  now: Date
  /** The id of the booking, which makes a repeated submit idempotent. */
  newId: string
  answer: BookingAnswer | undefined
}

/** Books a session: length, time, question and cost. */
export function BookingForm({ expert: { ratePaisePerMinute }, choice, week, earlierBoard, now, newId, answer }: Props) {
  const { minutes, zone } = choice
  const {
    form,
    id,
    viewer,
    busy,
    start,
    chooseStart,
    callType,
    continuesBoard,
    chooseCallType,
    question,
    changeQuestion,
    extraParams: keptParams,
    upload,
    money,
    price,
    refusal,
    timeError,
    questionError,
    book,
  } = useBooking({ ratePaisePerMinute, choice, week, newId, answer })
  const extraParams = { ...keptParams, ...(earlierBoard && { continues: earlierBoard.sessionId }) }
  const startsAt = start === null ? null : new Date(start)
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Form
        ref={form}
        id="book"
        method="post"
        noValidate
        onSubmit={(event) => void book(event)}
        className="grid min-w-0 grid-cols-1 gap-8"
      >
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="minutes" value={minutes} />
        <input type="hidden" name="zone" value={zone} />
        <input type="hidden" name="rate" value={ratePaisePerMinute} />
        <Step heading="How long?" withoutScripts="Choose this first. The times below are for this length.">
          <LengthChoice
            minutes={minutes}
            ratePaisePerMinute={ratePaisePerMinute}
            to={(length) => slotSearch({ ...choice, minutes: length, start }, extraParams)}
          />
        </Step>
        <Step
          heading="When?"
          withoutScripts="Choose a day, then a time. Changing the length or the day clears the time."
        >
          <SlotPicker
            week={week}
            choice={choice}
            extraParams={extraParams}
            start={start}
            error={timeError}
            onStart={chooseStart}
          />
        </Step>
        <Step
          heading="What is it about?"
          withoutScripts="Write your question. A file can be added only with JavaScript."
        >
          <div className="grid grid-cols-1 gap-5">
            <div className="grid grid-cols-1 gap-3">
              <Field label="Your question" error={questionError}>
                <TextArea
                  name="question"
                  value={question}
                  maxLength={questionMaxLength}
                  counter={question.length > questionMaxLength * 0.8}
                  rows={4}
                  placeholder="What do you need help with?"
                  onChange={(event) => changeQuestion(event.target.value)}
                />
              </Field>
              <div className="noscript:hidden">
                <FileField upload={upload} />
              </div>
            </div>
            {earlierBoard && (
              <Checkbox
                name="continues"
                value={earlierBoard.sessionId}
                defaultChecked={continuesBoard}
                disabled={busy}
                label={`Begin with the board of your session on ${dateText(earlierBoard.askedAt, zone)}`}
                hint="It is copied when the session begins. The old board stays as it is."
              />
            )}
            <CallTypeChoice name="callType" value={callType} disabled={busy} onChange={chooseCallType} />
          </div>
        </Step>
      </Form>
      <div className="grid grid-cols-1 gap-4 lg:sticky lg:top-22">
        <p aria-live="polite" className={cx('text-lead font-semibold', !startsAt && 'noscript:hidden')}>
          {startsAt
            ? timeSpanText({ startsAt, endsAt: minutesLater(startsAt, minutes) }, zone)
            : 'Choose a time first.'}
        </p>
        <BookingCosts
          minutes={minutes}
          ratePaisePerMinute={ratePaisePerMinute}
          startsAt={startsAt}
          now={now}
          zone={zone}
          money={money}
        />
        {refusal && (
          <Notice tone="bad" announce>
            {refusal}
          </Notice>
        )}
        <Button type="submit" form="book" size="large" busy={busy} className="w-full">
          {viewer ? (
            <CalendarCheck className="size-5" aria-hidden="true" />
          ) : (
            <LogIn className="size-5" aria-hidden="true" />
          )}
          {viewer ? `Book for ${formatRupees(price)}` : 'Sign up or log in to book'}
        </Button>
        {!viewer && (
          <>
            <p className="text-small text-soft noscript:hidden">We keep your choice and your question.</p>
            <p className="hidden text-small text-soft noscript:block">
              We keep your choice and the first {questionInUrlMinLength} characters of your question.
            </p>
          </>
        )}
      </div>
    </div>
  )
}

type StepProps = {
  heading: string
  /** The instruction on a page without scripts. */
  withoutScripts: string
  children: ReactNode
}

function Step({ heading, withoutScripts, children }: StepProps) {
  return (
    <section className="min-w-0">
      <h2 className="mb-3 text-lead font-semibold">{heading}</h2>
      <p className="mb-3 hidden text-small text-soft noscript:block">{withoutScripts}</p>
      {children}
    </section>
  )
}
