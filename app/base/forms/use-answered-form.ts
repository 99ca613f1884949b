import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { FormAnswer } from '#app/base/forms/form-answer.ts'
import { answeredFormKey, markAnswerShown, useAnswerFallback } from '#app/base/forms/unshown-answers.ts'
import { toast } from '#app/ui/toast.ts'

type Options = {
  /** Id of the success toast. */
  id: string
  /** The page shows the result, so the success text is only read out to screen readers. */
  isOnPage?: boolean
  onDone?(): void
  /** Receives the focus when the form has succeeded and is removed. */
  returnTo?: RefObject<HTMLElement | null>
}

/** A form that does not leave its page. Success shows a toast. A refusal is shown beside the input. */
export function useAnsweredForm({ id, isOnPage = false, onDone, returnTo }: Options) {
  const key = answeredFormKey(useId())
  const fetcher = useFetcher<FormAnswer>({ key })
  const answer = fetcher.data
  const busy = fetcher.state !== 'idle'
  const refused = answer && 'refusal' in answer ? answer : undefined
  const problem = refused && !busy ? refused.refusal.text : undefined
  const doneText = answer && 'done' in answer ? answer.done : undefined
  const finish = useEffectEvent(() => onDone?.())
  const lastAnswer = useRef(answer)
  // A layout effect closes the form on success before the browser paints its fields again.
  useLayoutEffect(() => {
    if (lastAnswer.current === answer) return
    lastAnswer.current = answer
    if (doneText) finish()
  }, [answer, doneText])
  useAnswerFallback(key)
  useFocusAfterRemoval(busy, returnTo)
  useEffect(() => {
    if (answer) markAnswerShown(key)
    if (!doneText) return
    toast({ kind: 'success', text: doneText, id, isOnPage })
    returnTo?.current?.focus()
  }, [answer, doneText, id, isOnPage, returnTo, key])
  return { Form: fetcher.Form, busy, refused, problem, answer }
}

/** The response and the reloaded page may arrive together, or a live update may remove the form before its response. */
function useFocusAfterRemoval(busy: boolean, returnTo?: RefObject<HTMLElement | null>) {
  const wasBusy = useRef(false)
  useEffect(() => {
    wasBusy.current = busy
  }, [busy])
  useEffect(
    () => () => {
      const hasLostFocus = document.activeElement === document.body
      if (wasBusy.current && hasLostFocus) returnTo?.current?.focus()
    },
    [returnTo],
  )
}

export type AnsweredForm = ReturnType<typeof useAnsweredForm>
