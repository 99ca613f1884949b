import { type RefObject, useEffect, useState } from 'react'
import { reactTakeover } from '#app/base/live/react-takeover.ts'
import { useTopic } from '#app/base/live/use-topic.ts'
import { type VisibilityWatch, watchVisibility } from '#app/experts/visibility-tracker.ts'
import { shownStatus } from '#app/experts/status-in-page.ts'
import type { ExpertCard, ExpertStatus } from '#domain/discovery/contract.ts'

/**
 * Whether the expert can be called, as it changes while `root` is on the screen. While nobody looks, the last that was heard
 * stays.
 */
export function useStatus(
  { id, status }: Pick<ExpertCard, 'id' | 'status'>,
  root: RefObject<HTMLElement | null>,
): ExpertStatus {
  const liveStatus = useTopic(useOnScreen(root) ? `expert:${id}` : null, null)?.status
  const [last, setLast] = useState({ id, status, liveStatus: status })
  const isSame = last.id === id && last.status === status
  const known = liveStatus ?? (isSame ? last.liveStatus : status)
  if (!isSame || last.liveStatus !== known) setLast({ id, status, liveStatus: known })
  // Before React took over, the page may have heard more than it came with.
  useEffect(() => {
    const { signal } = reactTakeover
    const catchUp = () => {
      const shown = root.current && shownStatus(root.current)
      if (shown) setLast((now) => (now.liveStatus === shown ? now : { ...now, liveStatus: shown }))
    }
    signal.addEventListener('abort', catchUp)
    return () => signal.removeEventListener('abort', catchUp)
  }, [root])
  return known
}

/** Whether an element is on the screen or about to be: only what can be seen is kept up to date. */
function useOnScreen(element: RefObject<Element | null>): boolean {
  const [onScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    sharedVisibilityWatch ??= watchVisibility()
    return sharedVisibilityWatch(element.current, setOnScreen)
  }, [element])
  return onScreen
}

/** In the browser only, and once for all cards, because five thousand observers would be felt. */
let sharedVisibilityWatch: VisibilityWatch | undefined
