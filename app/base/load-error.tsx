import { CloudOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useNavigation, useSubmit } from 'react-router'
import { networkProblem } from '#app/base/network-problem.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { counted } from '#kernel/count-text.ts'
import { expertPageRetryDelaysMs } from '#kernel/limits.ts'

/** Text for a page that failed to load: the known reason, without technical detail. */
export function loadErrorText(
  error: unknown,
  texts: { withReason: (message: string) => string; withoutReason: string },
): string {
  if (error instanceof TypeError) return texts.withReason(networkProblem.refusal.text)
  const { text, failedTo } = readDetails(error)
  if (!text) return texts.withoutReason
  return failedTo === 'create' ? `Failed to create profile: ${text}` : texts.withReason(text)
}

function readDetails(error: unknown): { text?: string; failedTo?: string; requestId?: string } {
  return (isRouteErrorResponse(error) ? error.data : null) ?? {}
}

type Props = {
  heading: string
  text: string
  error: unknown
  /** The delay before each automatic retry. */
  retryDelaysMs?: readonly number[]
}

/** Retries automatically, by default after 1, 2 and 4 seconds. The user can retry at any time. */
export function LoadError({ heading, text, error, retryDelaysMs = expertPageRetryDelaysMs }: Props) {
  const location = useLocation()
  const submit = useSubmit()
  const busy = useNavigation().state !== 'idle'
  // A GET submission to the same URL does not reload the layout route, so that route cannot fail. A revalidation
  // would not be enough: if it is quick, the error boundary keeps its error.
  const tryAgain = useCallback(() => {
    const submitOptions = { action: location.pathname, replace: true, preventScrollReset: true }
    void submit(new URLSearchParams(location.search), submitOptions)
  }, [location, submit])
  const { attempt, leftMs } = useRetries({ retry: tryAgain, busy, delaysMs: retryDelaysMs })
  const { requestId } = readDetails(error)
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
          {retryText({ busy, attempt, leftMs, total: retryDelaysMs.length })}
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

type RetryState = { attempt: number; leftMs: number }

function retryText({ busy, attempt, leftMs, total }: RetryState & { busy: boolean; total: number }): string {
  if (busy) return 'Trying again now.'
  if (attempt > total) return `All ${total} retries failed.`
  const secondsLeft = Math.ceil(leftMs / 1_000)
  const seconds = counted(secondsLeft, 'second')
  return `Trying again in ${seconds}, attempt ${attempt} of ${total}.`
}

type RetryOptions = { retry(): void; busy: boolean; delaysMs: readonly number[] }

/** Counts down to each attempt in seconds. The countdown pauses while an attempt is running. */
function useRetries({ retry, busy, delaysMs }: RetryOptions): RetryState {
  const [countdown, setCountdown] = useState(() => startCountdown(1, delaysMs))
  useEffect(() => {
    if (busy || countdown.attempt > delaysMs.length) return undefined
    const stepMs = countdown.leftMs % 1_000 || 1_000
    const timer = setTimeout(() => {
      if (countdown.leftMs > stepMs) return setCountdown({ ...countdown, leftMs: countdown.leftMs - stepMs })
      setCountdown(startCountdown(countdown.attempt + 1, delaysMs))
      return retry()
    }, stepMs)
    return () => clearTimeout(timer)
  }, [busy, countdown, retry, delaysMs])
  return countdown
}

function startCountdown(attempt: number, delaysMs: readonly number[]): RetryState {
  return { attempt, leftMs: delaysMs[attempt - 1] ?? 0 }
}
