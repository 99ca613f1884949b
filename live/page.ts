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
  let frozen = false
  const isAwake = () => !frozen && window.navigator.onLine
  return {
    isAwake,
    listen({ onSleep, onWake }) {
      const listening = new AbortController()
      const on = (target: EventTarget, names: string[], act: () => void) => {
        for (const name of names) target.addEventListener(name, act, { signal: listening.signal })
      }
      const notifyIfAwake = () => {
        if (isAwake()) onWake()
      }
      const freeze = () => {
        frozen = true
        onSleep()
      }
      const thaw = () => {
        frozen = false
        notifyIfAwake()
      }
      on(window, ['offline'], onSleep)
      on(window, ['online'], notifyIfAwake)
      on(window, ['pagehide'], freeze)
      on(window, ['pageshow'], thaw)
      on(document, ['freeze'], freeze)
      on(document, ['resume'], thaw)
      on(document, ['visibilitychange'], () => {
        if (document.visibilityState === 'visible') thaw()
      })
      return () => listening.abort()
    },
  }
}
