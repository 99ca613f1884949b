export type Toast = {
  kind: 'success' | 'error' | 'info' | 'loading'
  text: string
  description?: string
  /** A toast with the same id replaces the one before, as when 'Saving...' becomes 'Saved'. */
  id?: string
}

type Show = (message: Toast) => void

/** In the browser only: who shows toasts, and those that came before anybody did. */
const listeners = new Set<Show>()
const early: Toast[] = []

/** Tells the person something that needs no answer. */
export function toast(message: Toast): void {
  if (listeners.size === 0) early.push(message)
  for (const show of listeners) show(message)
}

export function onToast(show: Show): () => void {
  listeners.add(show)
  // The host and the announcer subscribe one after the other; both must hear what came before them.
  queueMicrotask(() => early.splice(0).forEach(toast))
  return () => listeners.delete(show)
}
