import { createLazyModule } from '#app/ui/lazy-module.ts'

/** The sidebar filters, loaded only on screens wide enough to show them. */
export const filterFieldsModule = createLazyModule(() => import('#app/discovery/listing/filter-fields.tsx'))

/** Must match the `lg` breakpoint of the styles. */
const wideScreen = '(min-width: 64rem)'

export function isWide(): boolean {
  return import.meta.env.SSR || matchMedia(wideScreen).matches
}

export function onWidthChange(listener: () => void): () => void {
  const query = matchMedia(wideScreen)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
