import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { FormAnswer } from '#app/base/forms/form-answer.ts'
import { answeredFormKey, markAnswerShown, useAnswerFallback } from '#app/base/forms/unshown-answers.ts'
import { toast } from '#app/ui/toast.ts'

type Options = {
  /** Id of its toast. */
  id: string
  onDone?(): void
  /** Receives the focus when the form has succeeded and is removed. */
  returnTo?: RefObject<HTMLElement | null>
}

/** A form that stays on its page: success shows a toast, a refusal is shown beside the input. */
export function useAnsweredForm({ id, onDone, returnTo }: Options) {
  const key = answeredFormKey(useId())
  const fetcher = useFetcher<FormAnswer>({ key })
  const answer = fetcher.data
  const busy = fetcher.state !== 'idle'
  const problem = answer && 'refusal' in answer && !busy ? answer.refusal.text : undefined
  const doneText = answer && 'done' in answer ? answer.done : undefined
  const finish = useEffectEvent(() => onDone?.())
  const lastAnswer = useRef(answer)
  // A layout effect, so that a form that closes on success is never painted again with its fields.
  useLayoutEffect(() => {
    if (lastAnswer.current === answer) return
    lastAnswer.current = answer
    if (doneText) finish()
  }, [answer, doneText])
  useAnswerFallback(key)
  useEffect(() => {
    if (answer) markAnswerShown(key)
    if (!doneText) return
    toast({ kind: 'success', text: doneText, id })
    returnTo?.current?.focus()
  }, [answer, doneText, id, returnTo, key])
  return { Form: fetcher.Form, busy, problem, answer }
}

export type AnsweredForm = ReturnType<typeof useAnsweredForm>
