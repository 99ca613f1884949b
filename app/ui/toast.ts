export type Toast = {
  kind: 'success' | 'error' | 'info' | 'loading'
  text: string
  description?: string
  /** A toast with the same id replaces the one before, as when 'Saving...' becomes 'Saved'. */
  id?: string
}

type ShowToast = (message: Toast) => void

/** In the browser only: who shows toasts, and those that came before anybody did. */
const listeners = new Set<ShowToast>()
const queuedToasts: Toast[] = []

/** Tells the person something that needs no answer. */
export function toast(message: Toast): void {
  if (listeners.size === 0) queuedToasts.push(message)
  for (const show of listeners) show(message)
}

export function onToast(show: ShowToast): () => void {
  listeners.add(show)
  // The host and the announcer subscribe one after the other; both must hear what came before them.
  queueMicrotask(() => queuedToasts.splice(0).forEach(toast))
  return () => listeners.delete(show)
}
