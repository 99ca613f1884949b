import { type RefObject, useEffect, useState } from 'react'
import { reactTakeover } from '#app/base/live/react-takeover.ts'
import { useTopic } from '#app/base/live/use-topic.ts'
import { type VisibilityWatch, watchVisibility } from '#app/experts/visibility-tracker.ts'
import { shownStatus } from '#app/experts/status-in-page.ts'
import type { ExpertCard, ExpertStatus } from '#domain/discovery/contract.ts'

/** The live status of an expert while `root` is on screen. Off screen, the last known status stays. */
export function useStatus(
  { id, status }: Pick<ExpertCard, 'id' | 'status'>,
  root: RefObject<HTMLElement | null>,
): ExpertStatus {
  const liveStatus = useTopic(useOnScreen(root) ? `expert:${id}` : null, null)?.status
  const [last, setLast] = useState({ id, status, liveStatus: status })
  const isSame = last.id === id && last.status === status
  const current = liveStatus ?? (isSame ? last.liveStatus : status)
  if (!isSame || last.liveStatus !== current) setLast({ id, status, liveStatus: current })
  // Until React takes over, a small script updates the status in the DOM, so it is read then.
  useEffect(() => {
    const { signal } = reactTakeover
    const readShownStatus = () => {
      const pageStatus = root.current && shownStatus(root.current)
      if (pageStatus) setLast((last) => (last.liveStatus === pageStatus ? last : { ...last, liveStatus: pageStatus }))
    }
    signal.addEventListener('abort', readShownStatus)
    return () => signal.removeEventListener('abort', readShownStatus)
  }, [root])
  return current
}

/** Whether an element is on or near the screen. Only the statuses of visible experts are watched. */
function useOnScreen(element: RefObject<Element | null>): boolean {
  const [isOnScreen, setIsOnScreen] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    sharedVisibilityWatch ??= watchVisibility()
    return sharedVisibilityWatch(element.current, setIsOnScreen)
  }, [element])
  return isOnScreen
}

/** Browser only. All cards share one observer, because thousands of observers would be slow. */
let sharedVisibilityWatch: VisibilityWatch | undefined
