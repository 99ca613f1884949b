type Listener = (isVisible: boolean) => void
type Timers = {
  now(): number
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: unknown): void
}

/** Scrolling must pause this long before listeners are notified. */
export const settleMs = 150
/** Minimum time between notifications, because the server limits subscriptions per second. */
export const minIntervalMs = 1_000

/**
 * Notifies cards of their visibility when scrolling pauses. Cards that only pass by are never notified, so that
 * they cause no server load.
 */
export function createVisibilityTracker<Element extends object>({ now, setTimer, clearTimer }: Timers) {
  const listeners = new Map<Element, { listener: Listener; lastNotified: boolean; isVisible: boolean }>()
  let timer: unknown
  let lastNotifiedMs = -Infinity

  function notifyListeners(): void {
    timer = undefined
    lastNotifiedMs = now()
    for (const entry of listeners.values()) {
      if (entry.lastNotified === entry.isVisible) continue
      entry.lastNotified = entry.isVisible
      entry.listener(entry.isVisible)
    }
  }

  return {
    add(element: Element, listener: Listener): () => void {
      listeners.set(element, { listener, lastNotified: false, isVisible: false })
      return () => listeners.delete(element)
    },
    setVisible(element: Element, isVisible: boolean): void {
      const entry = listeners.get(element)
      if (!entry || entry.isVisible === isVisible) return
      entry.isVisible = isVisible
      if (timer !== undefined) clearTimer(timer)
      timer = setTimer(notifyListeners, Math.max(settleMs, lastNotifiedMs + minIntervalMs - now()))
    },
  }
}

export type VisibilityWatch = (element: Element, listener: Listener) => () => void

/** Reports when an element comes near the screen and when it leaves, until the returned function is called. */
export function watchVisibility(): VisibilityWatch {
  const tracker = createVisibilityTracker<Element>({
    now: () => performance.now(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as number),
  })
  const observer = new IntersectionObserver(
    (entries) => entries.forEach(({ target, isIntersecting }) => tracker.setVisible(target, isIntersecting)),
    { rootMargin: '200px' },
  )
  return (element, listener) => {
    const unsubscribe = tracker.add(element, listener)
    observer.observe(element)
    return () => {
      observer.unobserve(element)
      unsubscribe()
    }
  }
}
