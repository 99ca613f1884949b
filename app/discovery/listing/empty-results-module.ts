import { createLazyModule } from '#app/ui/lazy-module.ts'

/** The text shown when there are no results. */
export const emptyResultsModule = createLazyModule(() => import('#app/discovery/listing/empty-results.tsx'))

export const emptyId = 'no-experts'

// Must load before hydration, or React could not render the existing markup.
if (!import.meta.env.SSR && document.getElementById(emptyId)) void emptyResultsModule.load()
