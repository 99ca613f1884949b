import { type ComponentType, Suspense, useEffect } from 'react'
import { createLazyModule } from '#app/ui/lazy-module.ts'

type PlaceholdersModule = { CardPlaceholders: ComponentType }

/** Renders nothing if the module cannot be loaded. */
const placeholders = createLazyModule<PlaceholdersModule>(() =>
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

const preloadAfterMs = 1_000

/** Preloads the placeholders after the first results are shown. */
export function usePreloadedPlaceholders(): void {
  useEffect(() => {
    const timer = setTimeout(() => void placeholders.load(), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
}
