import { useEffect } from 'react'
import type { SharedBoardView } from '#app/boards/document/board-state.ts'

/**
 * Lets the browser ask before a page is closed with changes that could not be stored. Changes of the last second need no
 * question: the browser sends them while the page closes.
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
