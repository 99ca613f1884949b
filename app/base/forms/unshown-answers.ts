import { useEffect } from 'react'
import type { FormAnswer } from '#app/base/forms/form-answer.ts'
import { useFetcherAnswers } from '#app/base/forms/router-fetchers.ts'
import { toast } from '#app/ui/toast.ts'

/*
 * A revalidated page may remove a form that is still submitting. Then only the router receives the response. This
 * module shows it as a toast.
 */

const keyPrefix = 'answered-form-'
/** Keys of the mounted forms. */
const mountedForms = new Set<string>()
/** Responses that their form has not shown yet. */
const unshownAnswers = new Map<string, FormAnswer>()
/** Every router state update repeats the responses, so this set filters duplicates. */
const seenAnswers = new WeakSet<FormAnswer>()

export const answeredFormKey = (id: string) => keyPrefix + id

export function markAnswerShown(key: string): void {
  unshownAnswers.delete(key)
}

/** Shows the form's response as a toast if the form unmounts before it has shown the response. */
export function useAnswerFallback(key: string): void {
  useEffect(() => {
    mountedForms.add(key)
    return () => {
      mountedForms.delete(key)
      showAsToast(key)
    }
  }, [key])
}

/** Used by the header of signed-in users, because only they have these forms. */
export function useUnshownAnswers(): void {
  useFetcherAnswers(recordAnswer)
}

function recordAnswer(key: string, answer: FormAnswer): void {
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
