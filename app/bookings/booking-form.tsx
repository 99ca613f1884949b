import { CalendarCheck, LogIn } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { timeSpanText } from '#app/base/time-text.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { BookingCosts, isAboveLimit, missingPaise } from '#app/bookings/booking-costs.tsx'
import { LengthChoice } from '#app/bookings/length-choice.tsx'
import { isOffered, type SlotChoice, slotSearch, type SlotWeek, storeInAddress } from '#app/schedule/slot-choice.ts'
import { SlotPicker } from '#app/schedule/slot-picker.tsx'
import { CallTypeChoice } from '#app/sessions/request/call-type-choice.tsx'
import { FileField } from '#app/sessions/request/file-field.tsx'
import { useAffordable } from '#app/sessions/request/use-affordable.ts'
import { useQuestion } from '#app/sessions/request/use-question.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { bookingPrice } from '#domain/bookings/rules.ts'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import { questionMaxLength } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import { refusals } from '#kernel/refusals.ts'
import { minutesLater } from '#kernel/time.ts'

/** The response to the form. `typed` restores the input on a page without scripts. */
export type BookingAnswer = {
  refusal: { code: string; text: string }
  typed?: { question: string; callType: CallType; startsAt: string }
}

type Props = {
  expert: Pick<ExpertPage, 'id' | 'name' | 'ratePaisePerMinute'>
  choice: SlotChoice
  week: SlotWeek
  now: Date
  /** The id of the booking, which makes a repeated submit idempotent. */
  newId: string
  answer: BookingAnswer | undefined
}

/** Books a session: length, time, question and cost. */
export function BookingForm({ expert, choice, week, now, newId, answer }: Props) {
  const { minutes, zone } = choice
  const viewer = useViewer()
  const [searchParams] = useSearchParams()
  const typed = answer?.typed
  const [chosenStart, setChosenStart] = useState(typed?.startsAt ?? choice.start)
  const [id, setId] = useState(newId)
  const start = isOffered(week, chosenStart) ? chosenStart : null
  const startsAt = start === null ? null : new Date(start)
  const money = useAffordable(expert.ratePaisePerMinute)
  const price = bookingPrice({ minutes, ratePaisePerMinute: expert.ratePaisePerMinute })
  const [callType, setCallType] = useState(typed?.callType ?? callTypeIn(searchParams))
  const { question, upload, write, clear } = useQuestion({ question: typed?.question })
  const [problem, setProblem] = useState<'time' | 'question' | 'limit' | null>(null)
  const [lastAnswer, setLastAnswer] = useState(answer)
  const navigation = useNavigation()
  const [isSending, setIsSending] = useState(false)
  const busy = isSending || navigation.formMethod === 'POST'
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  // The answer after which the user has chosen another time.
  const [outdatedAnswer, setOutdatedAnswer] = useState<BookingAnswer>()
  const focusOn = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus()

  if (answer !== lastAnswer) {
    setLastAnswer(answer)
    // The server already has this id with other details.
    if (answer?.refusal.code === 'other_request') setId(newId)
    if (answer?.refusal.code === 'no_such_question_file') upload.remove()
  }

  const slotRefusal = answer && isAboutTime(answer) && answer !== outdatedAnswer ? answer.refusal.text : undefined
  useEffect(() => {
    if (slotRefusal) form.current?.querySelector<HTMLElement>('[name=startsAt]')?.focus()
  }, [slotRefusal])

  const book = async (event: FormEvent<HTMLFormElement>) => {
    if (!viewer) return undefined
    event.preventDefault()
    if (busy) return undefined
    const hasFile = upload.state.kind !== 'none'
    const missingInput = !start ? 'time' : question.trim() === '' && !hasFile ? 'question' : null
    setProblem(missingInput ?? (isAboveLimit(minutes, money) ? 'limit' : null))
    if (missingInput === 'time') return focusOn('[name=startsAt]')
    if (missingInput === 'question') return focusOn('textarea')
    if (missingPaise(price, money) > 0)
      return form.current?.parentElement?.querySelector<HTMLElement>('[name=amount]')?.focus()
    if (isAboveLimit(minutes, money)) return undefined
    // Read the form before it is busy, because FormData leaves out disabled fields.
    const body = new FormData(event.currentTarget)
    setIsSending(true)
    const file = await upload.whenSettled()
    setIsSending(false)
    if (file === false) return undefined
    if (file) body.set('file', JSON.stringify(file))
    await submit(body, { method: 'post', preventScrollReset: true })
    // If the booking page is open now, the booking has succeeded. Otherwise the draft is kept.
    if (location.pathname === `/user/bookings/${id}`) clear()
    return undefined
  }

  const chooseCallType = (chosen: CallType) => {
    setCallType(chosen)
    storeInAddress({ callType: chosen })
  }

  const refusal = busy
    ? undefined
    : problem === 'limit' && isAboveLimit(minutes, money)
      ? refusals.above_daily_limit.text
      : isAtField(answer)
        ? undefined
        : answer?.refusal.text
  const timeError = busy ? undefined : problem === 'time' ? refusals.slot_missing.text : slotRefusal
  const isQuestionMissing =
    problem === 'question' || (question.trim() === '' && answer?.refusal.code === 'nothing_asked')
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
        <input type="hidden" name="rate" value={expert.ratePaisePerMinute} />
        <Step heading="How long?" withoutScripts="Choose this first. The times below are for this length.">
          <LengthChoice
            minutes={minutes}
            ratePaisePerMinute={expert.ratePaisePerMinute}
            to={(length) => slotSearch({ ...choice, minutes: length, start }, { callType })}
          />
        </Step>
        <Step
          heading="When?"
          withoutScripts="Choose a day, then a time. Changing the length or the day clears the time."
        >
          <SlotPicker
            week={week}
            choice={choice}
            extraParams={{ callType }}
            start={start}
            error={timeError}
            onStart={(instant) => {
              setChosenStart(instant)
              storeInAddress({ start: instant })
              setOutdatedAnswer(answer)
              setProblem(null)
            }}
          />
        </Step>
        <Step
          heading="What is it about?"
          withoutScripts="Write your question. A file can be added only with JavaScript."
        >
          <div className="grid grid-cols-1 gap-5">
            <div className="grid grid-cols-1 gap-3">
              <Field label="Your question" error={isQuestionMissing && !busy ? refusals.nothing_asked.text : undefined}>
                <TextArea
                  name="question"
                  value={question}
                  maxLength={questionMaxLength}
                  counter={question.length > questionMaxLength * 0.8}
                  rows={4}
                  placeholder="What do you need help with?"
                  onChange={(event) => {
                    write(event.target.value)
                    setProblem(null)
                  }}
                />
              </Field>
              <div className="noscript:hidden">
                <FileField upload={upload} />
              </div>
            </div>
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
          ratePaisePerMinute={expert.ratePaisePerMinute}
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
        {!viewer && <p className="text-small text-soft">We keep your choice and your question.</p>}
      </div>
    </div>
  )
}

function callTypeIn(params: URLSearchParams): CallType {
  return params.get('callType') === 'audio' ? 'audio' : 'video'
}

/** Refusals about the chosen time are shown at the times. */
function isAboutTime({ refusal: { code } }: BookingAnswer): boolean {
  return code.startsWith('slot_') || code === 'own_booking_overlaps'
}

function isAtField(answer: BookingAnswer | undefined): boolean {
  return answer !== undefined && (isAboutTime(answer) || answer.refusal.code === 'nothing_asked')
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
