import { CalendarCheck, LogIn } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { timeSpanText } from '#app/base/time-text.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { BookingCosts, isAboveLimit, missingPaise } from '#app/bookings/booking-costs.tsx'
import { LengthChoice } from '#app/bookings/length-choice.tsx'
import { useDraft } from '#app/bookings/use-draft.ts'
import { isOffered, type SlotChoice, slotSearch, type SlotWeek } from '#app/schedule/slot-choice.ts'
import { SlotPicker } from '#app/schedule/slot-picker.tsx'
import { CallTypeChoice } from '#app/sessions/request/call-type-choice.tsx'
import { FileField } from '#app/sessions/request/file-field.tsx'
import { useAffordable } from '#app/sessions/request/use-affordable.ts'
import { useQuestionFile } from '#app/sessions/request/use-question-file.ts'
import { Button } from '#app/ui/button.tsx'
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

/** The response to the form; `typed` restores the input on a page without scripts. */
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
  const typed = answer?.typed
  const [chosenStart, setChosenStart] = useState(typed?.startsAt ?? choice.start)
  const [id, setId] = useState(newId)
  const start = isOffered(week, chosenStart) ? chosenStart : null
  const startsAt = start === null ? null : new Date(start)
  const money = useAffordable(expert.ratePaisePerMinute)
  const price = bookingPrice({ minutes, ratePaisePerMinute: expert.ratePaisePerMinute })
  const question = useDraft(expert.id, typed?.question ?? '')
  const upload = useQuestionFile(null)
  const [callType, setCallType] = useState<CallType>(typed?.callType ?? 'video')
  const [problem, setProblem] = useState<'time' | 'question' | 'limit' | null>(null)
  const [lastAnswer, setLastAnswer] = useState(answer)
  const navigation = useNavigation()
  const [isSending, setIsSending] = useState(false)
  const busy = isSending || navigation.formMethod === 'POST'
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const focusOn = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus()

  if (answer !== lastAnswer) {
    setLastAnswer(answer)
    // The server already has this id with other details.
    if (answer?.refusal.code === 'other_request') setId(newId)
    if (answer?.refusal.code === 'no_such_question_file') upload.remove()
  }

  const book = async (event: FormEvent<HTMLFormElement>) => {
    if (!viewer) return undefined
    event.preventDefault()
    if (busy) return undefined
    const hasFile = upload.state.kind === 'uploading' || upload.state.kind === 'stored'
    const missingInput = !start ? 'time' : question.text.trim() === '' && !hasFile ? 'question' : null
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
    // The draft is kept unless the booking page is open now, which means that the booking succeeded.
    if (location.pathname === `/user/bookings/${id}`) question.clear()
    return undefined
  }

  const refusal = busy
    ? undefined
    : problem === 'limit' && isAboveLimit(minutes, money)
      ? refusals.above_daily_limit.text
      : answer?.refusal.text
  const shownProblem = refusal ?? (problem === 'time' ? 'Please choose a time.' : undefined)
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
        <Step heading="How long?">
          <LengthChoice
            minutes={minutes}
            ratePaisePerMinute={expert.ratePaisePerMinute}
            to={(length) => slotSearch({ ...choice, minutes: length, start })}
          />
        </Step>
        <Step heading="When?">
          <SlotPicker
            week={week}
            choice={choice}
            start={start}
            onStart={(instant) => {
              setChosenStart(instant)
              setProblem(null)
            }}
          />
        </Step>
        {viewer && (
          <Step heading="What is it about?">
            <div className="grid grid-cols-1 gap-5">
              <div className="grid grid-cols-1 gap-3">
                <Field label="Your question" error={problem === 'question' ? refusals.nothing_asked.text : undefined}>
                  <TextArea
                    name="question"
                    value={question.text}
                    maxLength={questionMaxLength}
                    counter={question.text.length > questionMaxLength * 0.8}
                    rows={4}
                    placeholder="What do you need help with?"
                    onChange={(event) => {
                      question.write(event.target.value)
                      setProblem(null)
                    }}
                  />
                </Field>
                <FileField upload={upload} />
              </div>
              <CallTypeChoice name="callType" value={callType} disabled={busy} onChange={setCallType} />
            </div>
          </Step>
        )}
      </Form>
      <div className="grid grid-cols-1 gap-4 lg:sticky lg:top-22">
        <p aria-live="polite" className="text-lead font-semibold">
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
        {shownProblem && (
          <Notice tone="bad" announce>
            {shownProblem}
          </Notice>
        )}
        <Button type="submit" form="book" size="large" busy={busy} className="w-full">
          {viewer ? (
            <CalendarCheck className="size-5" aria-hidden="true" />
          ) : (
            <LogIn className="size-5" aria-hidden="true" />
          )}
          {viewer ? `Book for ${formatRupees(price)}` : 'Log in to book'}
        </Button>
        {!viewer && <p className="text-small text-soft">We keep your choice. You write your question after that.</p>}
      </div>
    </div>
  )
}

function Step({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-3 text-lead font-semibold">{heading}</h2>
      {children}
    </section>
  )
}
