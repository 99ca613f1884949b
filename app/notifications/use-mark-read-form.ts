import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { networkProblem } from '#app/base/network-problem.ts'
import { toast } from '#app/ui/toast.ts'
import { useFocusAfterUnmount } from '#app/ui/use-focus-after-unmount.ts'

/** A form that disappears after marking as read and moves the focus. Network errors show a toast. */
export function useMarkReadForm(nextFocusOf: (form: HTMLElement) => HTMLElement | null | undefined) {
  const { Form, data, state } = useFetcher<typeof networkProblem | null>()
  // Each attempt has the same text, so it is reset while a request is pending to show the toast again.
  const refusal = state === 'idle' ? data?.refusal.text : undefined
  const ref = useRef<HTMLFormElement>(null)
  useFocusAfterUnmount(ref, nextFocusOf)
  useEffect(() => {
    if (refusal) toast({ kind: 'error', text: refusal, id: 'marking' })
  }, [refusal])
  return { Form, ref }
}
