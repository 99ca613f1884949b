type Listener = (onScreen: boolean) => void
type Timers = {
  now(): number
  setTimer(run: () => void, ms: number): unknown
  clearTimer(timer: unknown): void
}

/** So long nothing may have moved before anybody is told. */
export const quietMs = 150
/** And so seldom: the server takes a certain number of questions per second, and a screen is full of them. */
export const seldomMs = 1_000

/**
 * Tells cards whether they are on the screen, when the scrolling rests. A card that flies past is never told, so that ten
 * thousand of them cost the server nothing.
 */
export function createScreenWatch<Element extends object>({ now, setTimer, clearTimer }: Timers) {
  const listeners = new Map<Element, { listener: Listener; told: boolean; isOn: boolean }>()
  let timer: unknown
  let lastTold = -Infinity

  function tell(): void {
    timer = undefined
    lastTold = now()
    for (const entry of listeners.values()) {
      if (entry.told === entry.isOn) continue
      entry.told = entry.isOn
      entry.listener(entry.isOn)
    }
  }

  return {
    add(element: Element, listener: Listener): () => void {
      listeners.set(element, { listener, told: false, isOn: false })
      return () => listeners.delete(element)
    },
    see(element: Element, isOn: boolean): void {
      const entry = listeners.get(element)
      if (!entry || entry.isOn === isOn) return
      entry.isOn = isOn
      if (timer !== undefined) clearTimer(timer)
      timer = setTimer(tell, Math.max(quietMs, lastTold + seldomMs - now()))
    },
  }
}

export type ScreenWatch = (element: Element, listener: Listener) => () => void

/** Calls back when an element comes on the screen, or near it, and when it leaves, until the returned function is called. */
export function watchScreen(): ScreenWatch {
  const watch = createScreenWatch<Element>({
    now: () => performance.now(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as number),
  })
  const observer = new IntersectionObserver(
    (entries) => entries.forEach(({ target, isIntersecting }) => watch.see(target, isIntersecting)),
    { rootMargin: '200px' },
  )
  return (element, listener) => {
    const leave = watch.add(element, listener)
    observer.observe(element)
    return () => {
      observer.unobserve(element)
      leave()
    }
  }
}
