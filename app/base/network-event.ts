/** A window event that reports whether a request got a response. A listener that shows a failure cancels the event. */
export const networkEvent = 'samjhao:network'

declare global {
  interface WindowEventMap {
    [networkEvent]: CustomEvent<boolean>
  }
}
