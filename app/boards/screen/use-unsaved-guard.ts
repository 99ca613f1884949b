import { useEffect } from 'react'
import type { SharedBoardView } from '#app/boards/document/board-state.ts'

/**
 * Makes the browser ask before it closes a page with changes that could not be stored. It does not ask about changes of
 * the last second, because the browser sends them while the page closes.
 */
export function useUnsavedGuard({ isSaved, isLost, problem }: SharedBoardView): void {
  const hasFailed = !isSaved && (isLost || problem !== null)
  useEffect(() => {
    if (!hasFailed) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasFailed])
}
