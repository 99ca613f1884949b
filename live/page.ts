/** The page state that the socket depends on. */
export type Page = {
  isAwake(): boolean
  /** `onWake` is also called when a person returns to a page that was awake all the time. */
  listen(handlers: { onSleep(): void; onWake(): void }): () => void
}

type Window = EventTarget & { navigator: { onLine: boolean } }
type Document = EventTarget & { visibilityState: DocumentVisibilityState }

/**
 * A page sleeps while the browser is offline, has frozen it, or keeps it in the back-forward cache. A page in the
 * background is awake, because an expert's calls must ring there, too.
 */
export function browserPage(window: Window, document: Document): Page {
  let isFrozen = false
  const isAwake = () => !isFrozen && window.navigator.onLine
  return {
    isAwake,
    listen({ onSleep, onWake }) {
      const controller = new AbortController()
      const listenTo = (target: EventTarget, names: string[], handler: () => void) => {
        for (const name of names) target.addEventListener(name, handler, { signal: controller.signal })
      }
      const notifyIfAwake = () => {
        if (isAwake()) onWake()
      }
      const freeze = () => {
        isFrozen = true
        onSleep()
      }
      const thaw = () => {
        isFrozen = false
        notifyIfAwake()
      }
      listenTo(window, ['offline'], onSleep)
      listenTo(window, ['online'], notifyIfAwake)
      listenTo(window, ['pagehide'], freeze)
      listenTo(window, ['pageshow'], thaw)
      listenTo(document, ['freeze'], freeze)
      listenTo(document, ['resume'], thaw)
      listenTo(document, ['visibilitychange'], () => {
        if (document.visibilityState === 'visible') thaw()
      })
      return () => controller.abort()
    },
  }
}
