import { CloudOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useNavigation, useSubmit } from 'react-router'
import { networkProblem } from '#app/base/network-problem.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { expertPageRetryDelaysMs } from '#kernel/limits.ts'
import { plural } from '#kernel/plural.ts'

/** The words for a page that did not load: what we know of the reason, and nothing of the machinery. */
export function loadErrorText(
  error: unknown,
  texts: { known: (message: string) => string; unknown: string },
): string {
  if (error instanceof TypeError) return texts.known(networkProblem.refusal.text)
  const { text, failedTo } = detailsOf(error)
  if (!text) return texts.unknown
  return failedTo === 'create' ? `Failed to create profile: ${text}` : texts.known(text)
}

function detailsOf(error: unknown): { text?: string; failedTo?: string; requestId?: string } {
  return (isRouteErrorResponse(error) ? error.data : null) ?? {}
}

type Props = { heading: string; text: string; error: unknown }

/** Tries again by itself after 1, 2 and 4 seconds; then, and any time before, the person may. */
export function LoadError({ heading, text, error }: Props) {
  const location = useLocation()
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  // Asking for the same place as a form would: the frame around it is not asked for, and cannot be lost with it. The boundary
  // would keep its error when a mere revalidation is quick.
  const tryAgain = useCallback(() => {
    const submitOptions = { action: location.pathname, replace: true, preventScrollReset: true }
    void submit(new URLSearchParams(location.search), submitOptions)
  }, [location, submit])
  const { attempt, secondsLeft } = useRetries(tryAgain, busy)
  const { requestId } = detailsOf(error)
  return (
    <div className="page max-w-form py-16 md:py-24">
      <title>{heading}</title>
      <Card className="flex flex-col items-center py-10 text-center md:py-12">
        <CloudOff className="size-9 text-quiet" aria-hidden="true" />
        <h1 className="mt-5 text-title">{heading}</h1>
        <p role="alert" className="mt-2 text-balance text-soft">
          {text}
        </p>
        {requestId && (
          <p className="mt-2 text-small text-quiet">
            If it happens again, tell us this reference:{' '}
            <code className="figures break-all text-soft">{requestId}</code>
          </p>
        )}
        <p className="figures mt-4 min-h-6 text-small text-soft">
          {retryText({ busy, attempt, secondsLeft })}
        </p>
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          <ButtonLink to="/" variant="outline">
            Go Home
          </ButtonLink>
          <Button busy={busy} onClick={tryAgain}>
            Try Again
          </Button>
        </div>
      </Card>
    </div>
  )
}

function retryText(now: { busy: boolean; attempt: number; secondsLeft: number }): string {
  const { busy, attempt, secondsLeft } = now
  const total = expertPageRetryDelaysMs.length
  if (busy) return 'Trying again now.'
  if (attempt > total) return `It did not work in ${total} more attempts.`
  const seconds = `${secondsLeft} ${plural(secondsLeft, 'second')}`
  return `Trying again by itself in ${seconds}, attempt ${attempt} of ${total}.`
}

/** Counts the seconds down to each attempt. While one is under way the count stands still. */
function useRetries(retry: () => void, busy: boolean): { attempt: number; secondsLeft: number } {
  const [now, setNow] = useState(() => countdown(1))
  useEffect(() => {
    if (busy || now.attempt > expertPageRetryDelaysMs.length) return undefined
    const timer = setTimeout(() => {
      if (now.secondsLeft > 1) return setNow({ ...now, secondsLeft: now.secondsLeft - 1 })
      setNow(countdown(now.attempt + 1))
      return retry()
    }, 1_000)
    return () => clearTimeout(timer)
  }, [busy, now, retry])
  return now
}

function countdown(attempt: number) {
  return { attempt, secondsLeft: (expertPageRetryDelaysMs[attempt - 1] ?? 0) / 1_000 }
}
