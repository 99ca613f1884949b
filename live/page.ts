/** What the socket must know of the page that holds it. */
export type Page = {
  isAwake(): boolean
  /** `wake` also says that somebody looks at the page again, when it was awake all the time. */
  listen(handlers: { onSleep(): void; onWake(): void }): () => void
}

type Window = EventTarget & { navigator: { onLine: boolean } }
type Document = EventTarget & { visibilityState: DocumentVisibilityState }

/**
 * A page sleeps while the browser is offline, has frozen it, or keeps it for the way back. A page in the background is
 * awake: an expert's telephone must ring there, too.
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
