import { useRouteLoaderData } from 'react-router'
import type { Viewer } from '#app/base/viewer.ts'

/** Who is signed in, or nobody. */
export function useViewer(): Viewer | null {
  return useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer ?? null
}
