import { useEffect } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { type DataRouter, useDataRouter } from '#app/base/data-router.ts'

/*
 * A page reloads its data after forms and live messages. If the server is unreachable at that moment, React Router
 * shows an error page, and the typed text is lost. This module keeps the current page instead.
 */

type Results = Record<string, { type: string; result: unknown }>

let mountedRouter: DataRouter | null = null

/** Used by the frame, on every page. */
export function usePageKeeper(): void {
  const router = useDataRouter()
  useEffect(() => {
    mountedRouter = router
    return () => void (mountedRouter = null)
  }, [router])
}

/** Replaces failed results of a reload with the data that the page shows. A page that was never loaded still fails. */
export function keepPage({ url, method }: Request, results: Results): void {
  if (!mountedRouter || method !== 'GET') return
  const { location, loaderData } = mountedRouter.state
  const { pathname, search } = new URL(url)
  if (pathname !== location.pathname || search !== location.search) return
  for (const [routeId, { type, result }] of Object.entries(results)) {
    const currentData: unknown = loaderData[routeId]
    if (type === 'error' && isServerUnreachable(result) && currentData !== undefined)
      results[routeId] = { type: 'data', result: currentData }
  }
}

/** True without a response, or with an error response from the proxy in front of the server. */
function isServerUnreachable(error: unknown): boolean {
  return error instanceof TypeError || (isRouteErrorResponse(error) && error.status >= 502 && error.status <= 504)
}
