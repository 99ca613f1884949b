export type Toast = {
  kind: 'success' | 'error' | 'info' | 'loading'
  text: string
  description?: string
  /** A toast replaces the previous one with the same id, for example 'Saving...' and 'Saved'. */
  id?: string
  /** The page itself shows the result, so it is only read out to screen readers. */
  isOnPage?: boolean
}

type ShowToast = (message: Toast) => void

/** In the browser only: the toast handlers, and toasts from before the first handler subscribed. */
const listeners = new Set<ShowToast>()
const queuedToasts: Toast[] = []

/** Shows a message that needs no response. */
export function toast(message: Toast): void {
  if (listeners.size === 0) queuedToasts.push(message)
  for (const show of listeners) show(message)
}

export function onToast(show: ShowToast): () => void {
  listeners.add(show)
  // The host and the announcer subscribe one after the other. Both must receive queued toasts.
  queueMicrotask(() => queuedToasts.splice(0).forEach(toast))
  return () => listeners.delete(show)
}
