import { type ComponentProps, useEffect } from 'react'
import { FailedPage } from '#app/base/error-page.tsx'
import type { ExpertPageError as Troubles } from '#app/experts/expert-page-error.tsx'
import { createLazyModule } from '#app/ui/lazy-module.ts'

/** Without its code there is still the page that stands for every failure. */
const expertPageErrors = createLazyModule(() =>
  import('#app/experts/expert-page-error.tsx').catch(() => ({ ExpertPageError: FailedPage })),
)

/** In place of an expert's page that did not come. */
export const ExpertPageError = expertPageErrors.component<ComponentProps<typeof Troubles>>(
  (loaded) => loaded.ExpertPageError,
)

const afterMs = 2_000

/** Fetched when the page has nothing better to do, because the first trouble may be that there is no network. */
export function usePreloadedErrorPage(): void {
  useEffect(() => {
    const timer = setTimeout(() => void expertPageErrors.load(), afterMs)
    return () => clearTimeout(timer)
  }, [])
}
