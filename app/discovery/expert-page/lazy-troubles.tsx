import { type ComponentProps, useEffect } from 'react'
import { FailedPage } from '#app/base/error-page.tsx'
import type { ExpertTroubles as Troubles } from '#app/experts/expert-troubles.tsx'
import { createPart } from '#app/ui/part.ts'

/** Without its code there is still the page that stands for every failure. */
const troubles = createPart(() =>
  import('#app/experts/expert-troubles.tsx').catch(() => ({ ExpertTroubles: FailedPage })),
)

/** In place of an expert's page that did not come. */
export const ExpertTroubles = troubles.component<ComponentProps<typeof Troubles>>(
  (loaded) => loaded.ExpertTroubles,
)

const afterMs = 2_000

/** Fetched when the page has nothing better to do, because the first trouble may be that there is no network. */
export function usePreparedTroubles(): void {
  useEffect(() => {
    const timer = setTimeout(() => void troubles.load(), afterMs)
    return () => clearTimeout(timer)
  }, [])
}
