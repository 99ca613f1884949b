export type SharedBoardView = {
  status: 'loading' | 'ready' | 'refused'
  /** Whether the server has stored every change of this page. */
  isSaved: boolean
  /** Why the last change was not stored, or why the board cannot be read. */
  problem: string | null
  /** The server did not answer the last attempt. The next attempt is automatic. */
  isLost: boolean
}

export type BoardState = ReturnType<typeof createBoardState>

/** Holds the state of a board that a page shows, and reports its changes. */
export function createBoardState() {
  let view: SharedBoardView = { status: 'loading', isSaved: true, problem: null, isLost: false }
  const listeners = new Set<() => void>()
  return {
    view: () => view,
    change(changes: Partial<SharedBoardView>): void {
      view = { ...view, ...changes }
      listeners.forEach((listener) => listener())
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    removeListeners: () => listeners.clear(),
  }
}
