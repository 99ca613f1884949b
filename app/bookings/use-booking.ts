import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigation, useSearchParams, useSubmit } from 'react-router'
import { useViewer } from '#app/base/use-viewer.ts'
import { isAboveLimit, missingPaise } from '#app/bookings/booking-costs.tsx'
import { questionInUrl } from '#app/bookings/question-in-url.ts'
import { isOffered, type SlotChoice, type SlotWeek, storeInUrl } from '#app/schedule/slot-choice.ts'
import { useAffordable } from '#app/sessions/request/use-affordable.ts'
import { useQuestion } from '#app/sessions/request/use-question.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { bookingPrice } from '#domain/bookings/rules.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { Paise } from '#kernel/money.ts'
import { refusals } from '#kernel/refusals.ts'

/** The response to the form. `typed` restores the input on a page without scripts. */
export type BookingAnswer = {
  refusal: { code: string; text: string }
  typed?: { question: string; callType: CallType; startsAt: string; continues?: string }
}

type Options = {
  ratePaisePerMinute: Paise
  choice: SlotChoice
  week: SlotWeek
  newId: string
  answer: BookingAnswer | undefined
}

/** The state of the booking form: what is chosen, what is wrong with it, and the submit. */
export function useBooking({ ratePaisePerMinute, choice, week, newId, answer }: Options) {
  const { minutes } = choice
  const viewer = useViewer()
  const [searchParams] = useSearchParams()
  const typed = answer?.typed
  const [chosenStart, setChosenStart] = useState(typed?.startsAt ?? choice.start)
  const [id, setId] = useState(newId)
  const start = isOffered(week, chosenStart) ? chosenStart : null
  const money = useAffordable(ratePaisePerMinute)
  const price = bookingPrice({ minutes, ratePaisePerMinute })
  const [callType, setCallType] = useState(typed?.callType ?? callTypeIn(searchParams))
  const isHydrated = useHydrated()
  const questionFromLogin = searchParams.get(questionInUrl) ?? undefined
  const { question, upload, write, clear } = useQuestion({ question: typed?.question, fallback: questionFromLogin })
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

  // From now on the browser keeps the question. A reload must not bring the old text back.
  useEffect(() => {
    if (questionFromLogin !== undefined) storeInUrl({ [questionInUrl]: null })
  }, [questionFromLogin])

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
  return {
    form,
    id,
    viewer,
    busy,
    start,
    chooseStart(instant: string) {
      setChosenStart(instant)
      storeInUrl({ start: instant })
      setOutdatedAnswer(answer)
      setProblem(null)
    },
    /** Whether the booked session begins with the board of the earlier session. */
    continuesBoard: typed?.continues !== '',
    callType,
    chooseCallType(chosen: CallType) {
      setCallType(chosen)
      storeInUrl({ callType: chosen })
    },
    question,
    /** Parameters for the links to other lengths and days. */
    extraParams: { callType, ...(questionFromLogin && !isHydrated && { [questionInUrl]: questionFromLogin }) },
    changeQuestion(text: string) {
      write(text)
      setProblem(null)
    },
    upload,
    money,
    price,
    refusal,
    timeError,
    questionError: isQuestionMissing && !busy ? refusals.nothing_asked.text : undefined,
    book,
  }
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
