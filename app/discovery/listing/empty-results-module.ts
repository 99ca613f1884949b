import { createLazyModule } from '#app/ui/lazy-module.ts'

/** What stands in place of results, where there are none. */
export const emptyResultsModule = createLazyModule(() => import('#app/discovery/listing/empty-results.tsx'))

export const emptyId = 'no-experts'

// Before React takes such a page over, or it would find what it cannot draw.
if (!import.meta.env.SSR && document.getElementById(emptyId)) void emptyResultsModule.load()
