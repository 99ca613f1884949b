import type { MouseEvent } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

type Props = {
  /** The name of the part that could not be loaded, for example 'The board'. */
  what: string
  /** The number of times that loading has failed. */
  failures: number
  /** Whether the person is in a call, which a reloaded page joins again. */
  isInCall?: boolean
  onRetry(): void
}

/** Shown instead of a part whose code could not be loaded. Some browsers retry a failed file only on a new page. */
export function LoadFailed({ what, failures, isInCall = false, onRetry }: Props) {
  const retry = ({ currentTarget }: MouseEvent) => {
    // The button disappears: the focus goes to what is around it, such as the panel or the page.
    currentTarget.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <Notice
      tone="bad"
      announce
      action={
        <Button variant="outline" size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      {what} could not be loaded.
      {failures > 1 && ` If this happens again, reload the page.${isInCall ? ' Your call continues after that.' : ''}`}
    </Notice>
  )
}
