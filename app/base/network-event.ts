/** Sent to the window with whether a request got a response. A listener that shows it cancels the event. */
export const networkEvent = 'samjhao:network'

declare global {
  interface WindowEventMap {
    [networkEvent]: CustomEvent<boolean>
  }
}
