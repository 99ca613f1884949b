import { useEffect } from 'react'
import { data } from 'react-router'
import { type DataRouter, useDataRouter } from '#app/base/data-router.ts'
import { isServerUnreachable, networkProblem } from '#app/base/network-problem.ts'
import { reportNetwork } from '#app/base/network-report.ts'
import { toast } from '#app/ui/toast.ts'

/*
 * A page reloads its data after forms and live messages, and sends forms. If the server is unreachable at that moment,
 * React Router shows an error page, and the typed text is lost. This module keeps the current page instead. It is part
 * of the root route, so it serves the forms of all routes.
 */

export type Results = Record<string, { type: string; result: unknown }>

let mountedRouter: DataRouter | null = null

/** Used by the frame, on every page. */
export function usePageKeeper(): void {
  const router = useDataRouter()
  useEffect(() => {
    mountedRouter = router
    return () => void (mountedRouter = null)
  }, [router])
}

/**
 * Replaces failed results. A reload gets the data that the page shows; a page that was never loaded still fails. A form
 * gets a refusal, which it shows like a refusal of the server.
 */
export function keepPage({ url, method }: Request, results: Results): void {
  if (!mountedRouter) return
  const { location, loaderData, navigation } = mountedRouter.state
  const { pathname, search } = new URL(url)
  const isHere = pathname === location.pathname
  for (const [routeId, { type, result }] of Object.entries(results)) {
    // React Router wraps what an action throws. The wrapper has an `init`.
    const error: unknown = 'init' in Object(result) ? (result as { data: unknown }).data : result
    if (type !== 'error' || !isServerUnreachable(error)) continue
    reportNetwork(false)
    const currentData: unknown = loaderData[routeId]
    if (method !== 'GET') {
      const isOpening = navigation.formAction?.split('?')[0] === pathname && !isHere
      results[routeId] = { type: 'data', result: isOpening ? stayHere(location) : refuse(error, navigation.formData) }
    } else if (isHere && search === location.search && currentData !== undefined)
      results[routeId] = { type: 'data', result: currentData }
  }
}

/** Status 503 keeps the router from reloading the page from the unreachable server. */
function refuse(error: unknown, form: FormData | undefined) {
  // The server itself sends a code and a text when its database is unavailable.
  const { code, text } = Object((error as { data?: unknown }).data)
  const refusal = text ? { code, text } : networkProblem.refusal
  // Pages with several forms show the response at the form with this `act`.
  return data({ act: form?.get('act'), refusal }, { status: 503 })
}

/** A form that opens another page, such as the logout, would leave this one. */
function stayHere({ pathname, search, hash }: DataRouter['state']['location']): Response {
  toast({ kind: 'error', text: networkProblem.refusal.text, id: 'network' })
  return new Response(null, { status: 302, headers: { Location: pathname + search + hash } })
}
