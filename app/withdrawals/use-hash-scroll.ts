import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { hashScrollDelayMs } from '#kernel/limits.ts'

/**
 * Scrolls smoothly to the section named in the URL hash, shortly after the page loads. The browser and the router
 * would jump to an element with that id immediately, so after hydration sections use `data-section` instead of `id`.
 */
export function useHashScroll(onSection: (name: string) => void): (name: string) => SectionName {
  const { hash, key } = useLocation()
  const isHydrated = useHydrated()
  useEffect(() => {
    const name = hash.slice(1)
    if (!/^[\w-]+$/.test(name)) return undefined
    // Called without delay, so that it does not override a tab that the user selects later.
    onSection(name)
    const timer = setTimeout(() => {
      const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
      const section = document.querySelector(`[data-section="${name}"]`)
      section?.scrollIntoView({ behavior: prefersReducedMotion ? 'instant' : 'smooth', block: 'start' })
    }, hashScrollDelayMs)
    return () => clearTimeout(timer)
    // The key also changes when the user navigates to the same section again.
  }, [hash, key, onSection])
  return (name) => ({ 'data-section': name, id: isHydrated ? undefined : name })
}

type SectionName = { 'data-section': string; id: string | undefined }
