import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { networkProblem } from '#app/base/network-problem.ts'
import { toast } from '#app/ui/toast.ts'
import { useFocusAfterUnmount } from '#app/ui/use-focus-after-unmount.ts'

/** A form that marks as read and leaves the page with that, its focus to another; what did not arrive is a toast. */
export function useMarkReadForm(nextFocusOf: (form: HTMLElement) => HTMLElement | null | undefined) {
  const { Form, data, state } = useFetcher<typeof networkProblem | null>()
  // The same words for every try: only the end of each tells them apart.
  const refusal = state === 'idle' ? data?.refusal.text : undefined
  const ref = useRef<HTMLFormElement>(null)
  useFocusAfterUnmount(ref, nextFocusOf)
  useEffect(() => {
    if (refusal) toast({ kind: 'error', text: refusal, id: 'marking' })
  }, [refusal])
  return { Form, ref }
}
