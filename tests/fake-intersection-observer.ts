type Report = (entries: { target: Element; isIntersecting: boolean }[]) => void

/** Replaces IntersectionObserver: without layout, every element counts as visible. */
export class FakeIntersectionObserver {
  readonly #report: Report
  readonly #watched = new Set<Element>()
  constructor(report: Report) {
    this.#report = report
  }
  observe(element: Element): void {
    this.#watched.add(element)
    queueMicrotask(() => {
      if (this.#watched.has(element)) this.#report([{ target: element, isIntersecting: true }])
    })
  }
  unobserve(element: Element): void {
    this.#watched.delete(element)
  }
  disconnect(): void {
    this.#watched.clear()
  }
}
