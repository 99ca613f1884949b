import { useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

export type DataRouter = NonNullable<React.ContextType<typeof DataRouterContext>>['router']

/** Returns the router. Its context is not public; `data-router.test.tsx` fails when a library version changes it. */
export function useDataRouter(): DataRouter | null {
  return useContext(DataRouterContext)?.router ?? null
}
