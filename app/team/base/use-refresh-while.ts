import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { teamRefreshMs } from '#kernel/limits.ts'

/** Revalidates the page every few seconds while a session or a job runs and the page is visible. */
export function useRefreshWhile(isRunning: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, teamRefreshMs)
    return () => clearInterval(timer)
  }, [isRunning, revalidate])
}
