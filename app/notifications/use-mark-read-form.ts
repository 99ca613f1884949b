import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { networkProblem } from '#app/base/network-problem.ts'
import { toast } from '#app/ui/toast.ts'
import { useFocusAfterUnmount } from '#app/ui/use-focus-after-unmount.ts'

/** A form that disappears after marking as read and moves the focus. Network errors show a toast. */
export function useMarkReadForm(findNextFocus: (form: HTMLElement) => HTMLElement | null | undefined) {
  const { Form, data, state } = useFetcher<typeof networkProblem | null>()
  // Each refusal has the same text. It is undefined during a request, so that the toast appears again.
  const refusal = state === 'idle' ? data?.refusal.text : undefined
  const ref = useRef<HTMLFormElement>(null)
  useFocusAfterUnmount(ref, findNextFocus)
  useEffect(() => {
    if (refusal) toast({ kind: 'error', text: refusal, id: 'marking' })
  }, [refusal])
  return { Form, ref }
}
