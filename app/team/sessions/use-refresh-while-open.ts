import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { boardRefreshMs } from '#kernel/limits.ts'

/** Asks for the page anew every few seconds while what it shows is under way and somebody looks. */
export function useRefreshWhileOpen(isUnderWay: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, boardRefreshMs)
    return () => clearInterval(timer)
  }, [isUnderWay, revalidate])
}
