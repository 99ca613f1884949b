import { type ComponentType, Suspense, useEffect } from 'react'
import { createPart } from '#app/ui/part.ts'

type Code = { CardPlaceholders: ComponentType }

/** A wait without shapes is a wait all the same. */
const placeholders = createPart<Code>(() =>
  import('#app/discovery/listing/card-placeholders.tsx').catch(() => ({ CardPlaceholders: () => null })),
)

const Shapes = placeholders.component((loaded) => loaded.CardPlaceholders)

export function CardPlaceholders() {
  return (
    <Suspense>
      <Shapes />
    </Suspense>
  )
}

const afterMs = 1_000

/** Fetched before somebody has to wait, and not before they have something to look at. */
export function usePreparedPlaceholders(): void {
  useEffect(() => {
    const timer = setTimeout(() => void placeholders.load(), afterMs)
    return () => clearTimeout(timer)
  }, [])
}
