import { type ComponentProps, useEffect } from 'react'
import { FailedPage } from '#app/base/error-page.tsx'
import type { ExpertPageError as ErrorComponent } from '#app/experts/expert-page-error.tsx'
import { createLazyModule } from '#app/ui/lazy-module.ts'

const expertPageErrors = createLazyModule(() => import('#app/experts/expert-page-error.tsx'))

/** Shown when an expert page fails to load. Falls back to the generic error page when its code cannot be loaded. */
export const ExpertPageError = expertPageErrors.component<ComponentProps<typeof ErrorComponent>>(
  (loaded) => loaded.ExpertPageError,
  FailedPage,
)

const preloadAfterMs = 2_000

/** Preloads the error page after a delay, because it cannot be fetched once the network is down. */
export function usePreloadedErrorPage(): void {
  useEffect(() => {
    // A failed preload is retried when the page is needed.
    const timer = setTimeout(() => void expertPageErrors.load().catch(() => undefined), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
}
