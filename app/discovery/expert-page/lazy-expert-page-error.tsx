import { type ComponentProps, useEffect } from 'react'
import { FailedPage } from '#app/base/error-page.tsx'
import type { ExpertPageError as ErrorComponent } from '#app/experts/expert-page-error.tsx'
import { createLazyModule } from '#app/ui/lazy-module.ts'

/** Falls back to the generic error page when the module cannot be loaded. */
const expertPageErrors = createLazyModule(() =>
  import('#app/experts/expert-page-error.tsx').catch(() => ({ ExpertPageError: FailedPage })),
)

/** Shown when an expert page fails to load. */
export const ExpertPageError = expertPageErrors.component<ComponentProps<typeof ErrorComponent>>(
  (loaded) => loaded.ExpertPageError,
)

const preloadAfterMs = 2_000

/** Preloads the error page after a delay, because it cannot be fetched once the network is down. */
export function usePreloadedErrorPage(): void {
  useEffect(() => {
    const timer = setTimeout(() => void expertPageErrors.load(), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
}
