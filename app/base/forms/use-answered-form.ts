import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { FormAnswer } from '#app/base/forms/form-answer.ts'
import { answeredFormKey, markTold, useToldSomewhere } from '#app/base/forms/lost-answers.ts'
import { toast } from '#app/ui/toast.ts'

type Options = {
  /** Of its toast. */
  id: string
  onDone?(): void
  /** Where the focus goes when the form has done its work and leaves the page. */
  returnTo?: RefObject<HTMLElement | null>
}

/** A form on a page that stays: what was done is a toast, what was refused stands beside what was typed. */
export function useAnsweredForm({ id, onDone, returnTo }: Options) {
  const key = answeredFormKey(useId())
  const fetcher = useFetcher<FormAnswer>({ key })
  const answer = fetcher.data
  const busy = fetcher.state !== 'idle'
  const problem = answer && 'refusal' in answer && !busy ? answer.refusal.text : undefined
  const said = answer && 'done' in answer ? answer.done : undefined
  const finish = useEffectEvent(() => onDone?.())
  const heard = useRef(answer)
  // In a layout effect, so that a form which closes when it is done is never painted again with its fields.
  useLayoutEffect(() => {
    if (heard.current === answer) return
    heard.current = answer
    if (said) finish()
  }, [answer, said])
  useToldSomewhere(key)
  useEffect(() => {
    if (answer) markTold(key)
    if (!said) return
    toast({ kind: 'success', text: said, id })
    returnTo?.current?.focus()
  }, [answer, said, id, returnTo, key])
  return { Form: fetcher.Form, busy, problem, answer }
}

export type AnsweredForm = ReturnType<typeof useAnsweredForm>
