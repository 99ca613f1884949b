import { createContext, useContext } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { NotFound } from '#app/base/not-found.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

/** Set during server rendering only. In the browser, hydration keeps the text that the server rendered. */
export const RequestIdContext = createContext('')

export function FailedPage({ error }: { error: unknown }) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <ErrorPage error={error} />
}

/** Shows no detail of the error, only how to continue and which reference to give to support. */
function ErrorPage({ error }: { error: unknown }) {
  const serverRequestId = useContext(RequestIdContext)
  // fetch throws a TypeError when there is no response.
  const isOffline = error instanceof TypeError
  const details = isRouteErrorResponse(error) ? (error.data as { text?: string; requestId?: string } | null) : null
  return (
    <div className="page flex flex-col items-center py-24 text-center">
      <title>Something went wrong</title>
      <h1 className="text-title">
        {isOffline
          ? 'Network error. Please check your connection and try again.'
          : (details?.text ?? 'An unexpected error occurred. Please try again later.')}
      </h1>
      {!details?.text && !isOffline && (
        <p className="mt-3 max-w-form text-soft">
          We have recorded this error. If it happens again, tell us this reference:{' '}
          <code className="figures break-all text-text" suppressHydrationWarning>
            {details?.requestId ?? serverRequestId}
          </code>
        </p>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Try Again</Button>
        <ButtonLink to="/" variant="outline">
          Go to Home
        </ButtonLink>
      </div>
    </div>
  )
}
