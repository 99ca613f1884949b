import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { boardRefreshMs } from '#kernel/limits.ts'

/** Revalidates the page every few seconds while the session is open and the page is visible. */
export function useRefreshWhileOpen(isOpen: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, boardRefreshMs)
    return () => clearInterval(timer)
  }, [isOpen, revalidate])
}
