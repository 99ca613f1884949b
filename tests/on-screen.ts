type Report = (entries: { target: Element; isIntersecting: boolean }[]) => void

const observers = new Map<Element, Set<Report>>()

/**
 * In place of the browser's IntersectionObserver, because nothing has a place here. Everything that is about an expert is on the screen,
 * and everything else where a test has scrolled to.
 */
export class FakeIntersectionObserver {
  readonly #report: Report
  constructor(report: Report) {
    this.#report = report
  }
  observe(element: Element): void {
    const own = observers.get(element) ?? new Set()
    observers.set(element, own.add(this.#report))
    const isIntersecting = element.hasAttribute('data-expert')
    queueMicrotask(() => this.#report([{ target: element, isIntersecting }]))
  }
  unobserve(element: Element): void {
    observers.get(element)?.delete(this.#report)
  }
  disconnect(): void {
    for (const own of observers.values()) own.delete(this.#report)
  }
}

/** Brings an element on the screen that waits for that. */
export function scrollTo(element: Element): void {
  for (const report of observers.get(element) ?? []) report([{ target: element, isIntersecting: true }])
}
