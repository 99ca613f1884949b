import { type RefObject, useEffect, useState } from 'react'
import { useTopic } from '#app/features/live/use-topic.ts'
import type { ExpertCard, ExpertStatus } from '#domain/discovery/contract.ts'

/** Whether the expert can be called, as it changes. */
export function useStatus({ id, status }: Pick<ExpertCard, 'id' | 'status'>, watched = true): ExpertStatus {
  return useTopic(watched ? `expert:${id}` : null, { isOnline: status !== 'offline', status }).status
}

/** Whether an element is on the screen or about to be: only what can be seen is kept up to date. */
export function useOnScreen(element: RefObject<Element | null>): boolean {
  const [onScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => setOnScreen(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return onScreen
}
