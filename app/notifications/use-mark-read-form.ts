import { useRef } from 'react'
import { useFetcher } from 'react-router'
import type { networkProblem } from '#app/base/network-problem.ts'
import { useFocusAfterUnmount } from '#app/ui/use-focus-after-unmount.ts'

/** A form that disappears after marking as read and moves the focus. A network error stays beside its button. */
export function useMarkReadForm(findNextFocus: (form: HTMLElement) => HTMLElement | null | undefined) {
  const { Form, data, state } = useFetcher<typeof networkProblem | null>()
  // Removed during a request, so that screen readers also announce a second refusal with the same text.
  const refusal = state === 'idle' ? data?.refusal.text : undefined
  const ref = useRef<HTMLFormElement>(null)
  useFocusAfterUnmount(ref, findNextFocus)
  return { Form, ref, problem: refusal }
}
