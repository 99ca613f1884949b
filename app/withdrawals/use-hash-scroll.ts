import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { hashScrollDelayMs } from '#kernel/limits.ts'

/**
 * Brings the section that the address names into view, smoothly and a moment after the page is there. The browser and the router would
 * jump to an element with that id at once, so once scripts run the sections are found by another name.
 */
export function useHashScroll(onSection: (name: string) => void): (name: string) => SectionName {
  const { hash, key } = useLocation()
  const hydrated = useHydrated()
  useEffect(() => {
    const name = hash.slice(1)
    if (!/^[\w-]+$/.test(name)) return undefined
    // At once, so that a tab which somebody chooses in the meantime stays chosen.
    onSection(name)
    const timer = setTimeout(() => {
      const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches
      const section = document.querySelector(`[data-section="${name}"]`)
      section?.scrollIntoView({ behavior: reduced ? 'instant' : 'smooth', block: 'start' })
    }, hashScrollDelayMs)
    return () => clearTimeout(timer)
    // The key changes also when somebody asks for the same section once more.
  }, [hash, key, onSection])
  return (name) => ({ 'data-section': name, id: hydrated ? undefined : name })
}

export type SectionName = { 'data-section': string; id: string | undefined }
