import { Suspense, useEffect } from 'react'
import { Await, redirect, useNavigate } from 'react-router'
import { redirectWithFlash } from '#app/base/flash.server.ts'
import { serve, type RefusedRequest } from '#app/base/serve.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { toast } from '#app/ui/toast.ts'
import { ensureExpert } from '#domain/experts/ensure-expert.server.ts'
import type { Route } from './+types/profile.route'

type ProfileRedirectTarget = { to: string; setUpFailed: boolean }

/** Redirects users to their own profile. Creates a missing expert record first. */
export const loader = serve(
  { policy: 'signedIn', otherwise: redirectToLoginWithFlash },
  async ({ context, log, requestId }) => {
    const { actor } = context
    if (actor.role === 'team') throw redirect(actor.secondFactorMissing ? '/user/security' : '/team')
    if (actor.role !== 'expert') return redirectTarget(Promise.resolve(false), '/user/profile')
    const setUpFailed = ensureExpert(context).then(
      () => false,
      (err: unknown) => {
        log.error({ err, requestId }, 'the expert record could not be created')
        return true
      },
    )
    return redirectTarget(setUpFailed, '/expert/profile')
  },
)

function redirectToLoginWithFlash({ request, product }: RefusedRequest): never {
  throw redirectWithFlash('log_in_first', { to: '/login?from=profile', request, product })
}

function redirectTarget(
  setUpFailed: Promise<boolean>,
  to: string,
): { to: string; way: Promise<ProfileRedirectTarget> } {
  return { to, way: setUpFailed.then((failed) => ({ to, setUpFailed: failed })) }
}

export const meta = () => [{ title: 'Your Profile' }, { name: 'robots', content: 'noindex' }]

export default function ProfileRedirect({ loaderData: { to, way } }: Route.ComponentProps) {
  return (
    <div className="page flex flex-col items-center py-24 text-center">
      <h1 className="sr-only">Your Profile</h1>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
      </noscript>
      <Suspense fallback={<ProgressText text="Preparing your profile..." />}>
        <Await resolve={way}>{(target) => <NavigateToProfile target={target} />}</Await>
      </Suspense>
    </div>
  )
}

function NavigateToProfile({ target: { to, setUpFailed } }: { target: ProfileRedirectTarget }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (setUpFailed) toast({ kind: 'error', text: 'Error setting up your expert profile' })
    void navigate(to, { replace: true })
  }, [navigate, to, setUpFailed])
  return <ProgressText text="Redirecting to your profile..." />
}

function ProgressText({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-3 text-soft">
      <Spinner />
      {text}
    </p>
  )
}

export function ErrorBoundary() {
  useEffect(() => toast({ kind: 'error', text: 'Error during profile redirection' }), [])
  return (
    <div className="page flex flex-col items-center py-24 text-center">
      <title>Error Loading Profile</title>
      <h1 className="text-title">Error Loading Profile</h1>
      <p className="mt-3 max-w-form text-soft">An unexpected error occurred during profile redirection</p>
      <ButtonLink to="/login?from=profile" className="mt-8">
        Back to Login
      </ButtonLink>
    </div>
  )
}
