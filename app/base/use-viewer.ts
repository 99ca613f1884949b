import { useRouteLoaderData } from 'react-router'
import type { Viewer } from '#app/base/viewer.ts'

/** The signed-in user, or null. */
export function useViewer(): Viewer | null {
  return useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer ?? null
}
