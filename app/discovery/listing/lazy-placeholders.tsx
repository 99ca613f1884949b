import { type ComponentType, Suspense, useEffect } from 'react'
import { createLazyModule } from '#app/ui/lazy-module.ts'

type Code = { CardPlaceholders: ComponentType }

/** A wait without shapes is a wait all the same. */
const placeholders = createLazyModule<Code>(() =>
  import('#app/discovery/listing/card-placeholders.tsx').catch(() => ({ CardPlaceholders: () => null })),
)

const LazyCardPlaceholders = placeholders.component((loaded) => loaded.CardPlaceholders)

export function CardPlaceholders() {
  return (
    <Suspense>
      <LazyCardPlaceholders />
    </Suspense>
  )
}

const afterMs = 1_000

/** Fetched before somebody has to wait, and not before they have something to look at. */
export function usePreloadedPlaceholders(): void {
  useEffect(() => {
    const timer = setTimeout(() => void placeholders.load(), afterMs)
    return () => clearTimeout(timer)
  }, [])
}
