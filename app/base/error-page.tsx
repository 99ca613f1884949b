import { createContext, useContext } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { NotFound } from '#app/base/not-found.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

/** Known while the server renders; in the browser the text that the server wrote stays as it is. */
export const RequestIdContext = createContext('')

/** Either there is no such page, or it is our fault. */
export function FailedPage({ error }: { error: unknown }) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <ErrorPage error={error} />
}

/** What a person sees when we have failed: no detail of the failure, only how to go on and what to quote to support. */
export function ErrorPage({ error }: { error: unknown }) {
  const renderedOnServer = useContext(RequestIdContext)
  // What fetch throws when nothing came back.
  const isOffline = error instanceof TypeError
  const details = isRouteErrorResponse(error)
    ? (error.data as { text?: string; requestId?: string } | null)
    : null
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
          The fault is ours and has been recorded. If it happens again, tell us this reference:{' '}
          <code className="figures break-all text-text" suppressHydrationWarning>
            {details?.requestId ?? renderedOnServer}
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
