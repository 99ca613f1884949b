import { type RefObject, useEffect, useState } from 'react'
import { createScreenWatch } from '#app/features/experts/screen-watch.ts'
import { useTopic } from '#app/features/live/use-topic.ts'
import type { ExpertCard, ExpertStatus } from '#domain/discovery/contract.ts'

/** Whether the expert can be called, as it changes. While nobody looks, the last that was heard stays. */
export function useStatus({ id, status }: Pick<ExpertCard, 'id' | 'status'>, watched = true): ExpertStatus {
  const heard = useTopic(watched ? `expert:${id}` : null, null)?.status
  const [last, setLast] = useState({ id, status, heard: status })
  const isSame = last.id === id && last.status === status
  const known = heard ?? (isSame ? last.heard : status)
  if (!isSame || last.heard !== known) setLast({ id, status, heard: known })
  return known
}

/** Whether an element is on the screen or about to be: only what can be seen is kept up to date. */
export function useOnScreen(element: RefObject<Element | null>): boolean {
  const [onScreen, setOnScreen] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    sharedWatch ??= watchScreen()
    return sharedWatch(element.current, setOnScreen)
  }, [element])
  return onScreen
}

/** In the browser only, and once for all cards, because five thousand observers would be felt. */
let sharedWatch: ReturnType<typeof watchScreen> | undefined

function watchScreen() {
  const watch = createScreenWatch<Element>({
    now: () => performance.now(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as number),
  })
  const observer = new IntersectionObserver(
    (entries) => entries.forEach(({ target, isIntersecting }) => watch.see(target, isIntersecting)),
    { rootMargin: '200px' },
  )
  return (element: Element, listener: (onScreen: boolean) => void) => {
    const leave = watch.add(element, listener)
    observer.observe(element)
    return () => {
      observer.unobserve(element)
      leave()
    }
  }
}
