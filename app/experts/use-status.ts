import { type RefObject, useEffect, useState } from 'react'
import { takeover } from '#app/base/live/takeover.ts'
import { useTopic } from '#app/base/live/use-topic.ts'
import { type ScreenWatch, watchScreen } from '#app/experts/screen-watch.ts'
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
  const heard = useTopic(useOnScreen(root) ? `expert:${id}` : null, null)?.status
  const [last, setLast] = useState({ id, status, heard: status })
  const isSame = last.id === id && last.status === status
  const known = heard ?? (isSame ? last.heard : status)
  if (!isSame || last.heard !== known) setLast({ id, status, heard: known })
  // Before React took over, the page may have heard more than it came with.
  useEffect(() => {
    const { signal } = takeover
    const catchUp = () => {
      const shown = root.current && shownStatus(root.current)
      if (shown) setLast((now) => (now.heard === shown ? now : { ...now, heard: shown }))
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
    sharedWatch ??= watchScreen()
    return sharedWatch(element.current, setOnScreen)
  }, [element])
  return onScreen
}

/** In the browser only, and once for all cards, because five thousand observers would be felt. */
let sharedWatch: ScreenWatch | undefined
