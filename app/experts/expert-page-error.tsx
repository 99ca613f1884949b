import { UserRoundX } from 'lucide-react'
import { isRouteErrorResponse } from 'react-router'
import { LoadError, loadErrorText } from '#app/base/load-error.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

/** Error page of an expert page: not found, server error or network failure. */
export function ExpertPageError({ error, notFound }: { error: unknown; notFound: string }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <ExpertNotFound heading={notFound} />
  const heading = error instanceof TypeError ? 'Something went wrong' : 'Failed to load expert profile'
  const text = loadErrorText(error, {
    withReason: (message) => message,
    withoutReason: 'This is a problem on our side. Please try again in a moment.',
  })
  return <LoadError heading={heading} text={text} error={error} />
}

function ExpertNotFound({ heading }: { heading: string }) {
  return (
    <div className="page flex flex-col items-center py-24 text-center">
      <span aria-hidden="true" className="flex size-18 items-center justify-center rounded-full bg-float text-quiet">
        <UserRoundX className="size-8" />
      </span>
      <h1 className="mt-6 text-title">{heading}</h1>
      <p className="mt-3 max-w-form text-soft">This profile does not exist, or it is not public at the moment.</p>
      <ButtonLink to="/experts" className="mt-8">
        Browse All Experts
      </ButtonLink>
    </div>
  )
}
