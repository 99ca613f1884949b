import { createLazyModule } from '#app/ui/lazy-module.ts'

/** The filters beside the results. Where there is no room for them nobody sees them, and they are not loaded. */
export const filterFieldsModule = createLazyModule(() => import('#app/discovery/listing/filter-fields.tsx'))

/** As the `lg` of the styles. */
const wideScreen = '(min-width: 64rem)'

export function isWide(): boolean {
  return import.meta.env.SSR || matchMedia(wideScreen).matches
}

export function onWidthChange(listener: () => void): () => void {
  const query = matchMedia(wideScreen)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
