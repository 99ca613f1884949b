import { type RefObject, useEffect, useId, useState } from 'react'
import { useFetcher, useFetchers } from 'react-router'
import { toast } from '#app/ui/toast.tsx'

export type FormAnswer = { done: string } | { refusal: { code: string; text: string } }

type Options = {
  /** Of its toast. */
  id: string
  onDone?(): void
  /** Where the focus goes when the form has done its work and leaves the page. */
  returnTo?: RefObject<HTMLElement | null>
}

const keyPrefix = 'answered-form-'
/** The answers that somebody has shown. */
const told = new WeakSet<FormAnswer>()

/** A form on a page that stays: what was done is a toast, what was refused stands beside what was typed. */
export function useAnsweredForm({ id, onDone, returnTo }: Options) {
  const fetcher = useFetcher<FormAnswer>({ key: `${keyPrefix}${useId()}` })
  const answer = fetcher.data
  const busy = fetcher.state !== 'idle'
  const problem = answer && 'refusal' in answer && !busy ? answer.refusal.text : undefined
  const said = answer && 'done' in answer ? answer.done : undefined
  const [heard, setHeard] = useState(answer)
  if (answer !== heard) {
    setHeard(answer)
    if (said) onDone?.()
  }
  useEffect(() => {
    if (answer) told.add(answer)
    if (!said) return
    toast({ kind: 'success', text: said, id })
    returnTo?.current?.focus()
  }, [answer, said, id, returnTo])
  return { Form: fetcher.Form, busy, problem, answer }
}

/**
 * For the frame of every page, behind the page itself: a fresh page may have replaced a form that was on its way. What became of it is
 * told all the same.
 */
export function useLostAnswers(): void {
  const fetchers = useFetchers()
  useEffect(() => {
    for (const { key, data } of fetchers) {
      if (!key.startsWith(keyPrefix) || !data || told.has(data)) continue
      told.add(data)
      const answer: FormAnswer = data
      if ('done' in answer) toast({ kind: 'success', text: answer.done, id: key })
      else toast({ kind: 'error', text: answer.refusal.text, id: key })
    }
  }, [fetchers])
}

export type AnsweredForm = ReturnType<typeof useAnsweredForm>
