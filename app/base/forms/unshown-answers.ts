import { useEffect } from 'react'
import type { FormAnswer } from '#app/base/forms/form-answer.ts'
import { useFetcherAnswers } from '#app/base/forms/router-fetchers.ts'
import { toast } from '#app/ui/toast.ts'

/*
 * A fresh page may replace a form that is on its way, because what it does has shown already. React then hears nothing of the answer:
 * only the router does. It is told all the same.
 */

const keyPrefix = 'answered-form-'
/** The forms that are on the page. */
const mountedForms = new Set<string>()
/** What came for a form that has not shown it yet. */
const unshownAnswers = new Map<string, FormAnswer>()
/** An answer is repeated with every state of the router. */
const seenAnswers = new WeakSet<FormAnswer>()

export const answeredFormKey = (id: string) => keyPrefix + id

/** The form has shown its answer. */
export function markAnswerShown(key: string): void {
  unshownAnswers.delete(key)
}

/** For the form itself: an answer that it leaves without having shown it is a toast. */
export function useAnswerFallback(key: string): void {
  useEffect(() => {
    mountedForms.add(key)
    return () => {
      mountedForms.delete(key)
      showAsToast(key)
    }
  }, [key])
}

/** For the header of somebody who is signed in: nobody else has such forms. */
export function useUnshownAnswers(): void {
  useFetcherAnswers(hear)
}

function hear(key: string, answer: FormAnswer): void {
  if (!key.startsWith(keyPrefix) || seenAnswers.has(answer)) return
  seenAnswers.add(answer)
  unshownAnswers.set(key, answer)
  if (!mountedForms.has(key)) showAsToast(key)
}

function showAsToast(key: string): void {
  const answer = unshownAnswers.get(key)
  if (!answer) return
  unshownAnswers.delete(key)
  if ('done' in answer) toast({ kind: 'success', text: answer.done, id: key })
  else toast({ kind: 'error', text: answer.refusal.text, id: key })
}
