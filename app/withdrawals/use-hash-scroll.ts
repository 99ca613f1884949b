import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { hashScrollDelayMs } from '#kernel/limits.ts'

/**
 * Scrolls smoothly to the section named in the URL hash, shortly after the page loads. The browser and the router
 * would jump to an element with that id at once, so after hydration sections use `data-section` instead of `id`.
 */
export function useHashScroll(onSection: (name: string) => void): (name: string) => SectionName {
  const { hash, key } = useLocation()
  const hydrated = useHydrated()
  useEffect(() => {
    const name = hash.slice(1)
    if (!/^[\w-]+$/.test(name)) return undefined
    // Called without delay, so that it does not override a tab the user selects meanwhile.
    onSection(name)
    const timer = setTimeout(() => {
      const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches
      const section = document.querySelector(`[data-section="${name}"]`)
      section?.scrollIntoView({ behavior: reduced ? 'instant' : 'smooth', block: 'start' })
    }, hashScrollDelayMs)
    return () => clearTimeout(timer)
    // The key also changes when the user navigates to the same section again.
  }, [hash, key, onSection])
  return (name) => ({ 'data-section': name, id: hydrated ? undefined : name })
}

type SectionName = { 'data-section': string; id: string | undefined }
