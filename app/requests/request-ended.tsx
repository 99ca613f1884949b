import { BellRing, CalendarClock, Check, RotateCcw, TrendingUp } from 'lucide-react'
import { Suspense, useContext, useId } from 'react'
import { Link, useFetcher } from 'react-router'
import { clockTime, dayText } from '#app/base/time-text.ts'
import { useJson } from '#app/base/use-json.ts'
import { useZone } from '#app/base/zone.tsx'
import { OpenRequestContext } from '#app/experts/open-request-context.ts'
import { type RequestView, unansweredText } from '#app/requests/request-text.ts'
import { slotSearch } from '#app/schedule/slot-choice.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { createLazyModule } from '#app/ui/lazy-module.ts'
import { LoadFailed } from '#app/ui/load-failed.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import type { RequestAlternatives } from '#domain/requests/contract.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import { dayOf } from '#kernel/days.ts'
import { bookingMinutes, requestAlertDays } from '#kernel/limits.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'
import { plural } from '#kernel/plural.ts'

/** Alternatives in the JSON response, where a time is a string. */
type Alternatives = Omit<RequestAlternatives, 'times'> & {
  times: (Omit<RequestAlternatives['times'][number], 'startsAt'> & { startsAt: string })[]
}

type Props = { requestId: string; request: RequestView; onClose(): void }

/** Loaded only after the alert is set. If loading fails, the alert works without the offer. */
const PushOffer = createLazyModule(() => import('#app/notifications/push/push-offer.tsx')).component(
  (loaded) => loaded.PushOffer,
  () => null,
)

/** Shows what the student can do after a request that no expert accepted. */
export function RequestEnded({ requestId, request, onClose }: Props) {
  const path = request.state === 'unanswered' ? `/find-request/${requestId}/alternatives` : null
  const { data: alternatives, hasFailed, retry } = useJson<Alternatives>(path)
  const openRequest = useContext(OpenRequestContext)
  const askAgain = (maxRatePaisePerMinute: Paise) => {
    const { callType, question, file, language } = request
    onClose()
    openRequest?.({ target: 'anyone', callType, question: question ?? '', file, language, maxRatePaisePerMinute })
  }
  if (request.state !== 'unanswered') {
    return (
      <Dialog
        title="Your search has ended"
        description="Nothing was charged, and the held money is back in your wallet."
        open
        onOpenChange={(open) => !open && onClose()}
      />
    )
  }
  const { title, text } = unansweredText(request)
  const { higherPrice, times } = alternatives ?? {}
  return (
    <Dialog
      title={title}
      description={text}
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <div className="grid w-full grid-cols-2 gap-3">
          <ButtonLink to="/experts" variant="outline" onClick={onClose}>
            Choose an expert
          </ButtonLink>
          <Button variant="outline" onClick={() => askAgain(request.maxRatePaisePerMinute)}>
            <RotateCcw className="size-4.5" aria-hidden="true" />
            Search again
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <AlertSwitch requestId={requestId} isSet={request.hasAlert} />
        {higherPrice && (
          <section className="rounded-card border border-line bg-raised p-4">
            <p>
              At {formatRupees(higherPrice.ratePaisePerMinute)} a minute, {higherPrice.experts} more{' '}
              {plural(higherPrice.experts, 'expert is', 'experts are')} free now.
            </p>
            <Button variant="outline" className="mt-3 w-full" onClick={() => askAgain(higherPrice.ratePaisePerMinute)}>
              <TrendingUp className="size-4.5" aria-hidden="true" />
              Raise the limit to {formatRupees(higherPrice.ratePaisePerMinute)}
            </Button>
          </section>
        )}
        {hasFailed && <LoadFailed what="The next free times" failures={1} onRetry={retry} />}
        {times && <NextTimes times={times} callType={request.callType} onLeave={onClose} />}
        {!times && !hasFailed && (
          <Loading label="Looking for free times" className="grid gap-3">
            <Skeleton className="h-16" />
            <Skeleton className="h-16" />
          </Loading>
        )}
      </div>
    </Dialog>
  )
}

function AlertSwitch({ requestId, isSet }: { requestId: string; isSet: boolean }) {
  const fetcher = useFetcher<{ done?: true; refusal?: { text: string } }>()
  return (
    <fetcher.Form method="post" action={`/find-request/${requestId}`} className="grid grid-cols-1 gap-2">
      <input type="hidden" name="act" value="alert" />
      <input type="hidden" name="wanted" value={isSet ? 'no' : 'yes'} />
      <Button type="submit" size="large" variant={isSet ? 'outline' : 'primary'} busy={fetcher.state !== 'idle'}>
        <BellRing className="size-5" aria-hidden="true" />
        {isSet ? 'Cancel alert' : 'Tell me when an expert is online'}
      </Button>
      <ErrorLine text={fetcher.state === 'idle' ? fetcher.data?.refusal?.text : undefined} />
      <p aria-live="polite" className="text-small text-soft">
        {isSet && <Check className="mr-1.5 inline size-4 align-text-bottom text-good" aria-hidden="true" />}
        {isSet
          ? `We will notify you once when a matching expert is free, in the next ${requestAlertDays} days.`
          : 'Get one notification and one email when a matching expert is free.'}
      </p>
      {isSet && (
        <Suspense>
          <PushOffer reason="Get a notification as soon as an expert is free." />
        </Suspense>
      )}
    </fetcher.Form>
  )
}

type NextTimesProps = Pick<Alternatives, 'times'> & { callType: CallType; onLeave(): void }

function NextTimes({ times, callType, onLeave }: NextTimesProps) {
  const headingId = useId()
  const zone = useZone()
  if (times.length === 0) return null
  // The shortest length, because only for this one the time is known to be free.
  const bookSearch = (start: string) =>
    slotSearch({ minutes: bookingMinutes[0], from: dayOf(new Date(start), zone), start }, { callType })
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="flex items-center gap-2 font-semibold">
        <CalendarClock className="size-5 text-soft" aria-hidden="true" />
        Next free times
      </h3>
      <ul className="mt-3 grid gap-3">
        {times.map(({ expertId, name, photoUrl, ratePaisePerMinute, startsAt }) => (
          <li key={expertId}>
            <Link
              to={{ pathname: `/expert/details/${expertId}/book`, search: bookSearch(startsAt) }}
              onClick={onLeave}
              className="flex min-h-11 items-center gap-3 rounded-card border border-line bg-raised p-3 hover:border-line-strong"
            >
              <Avatar name={name} src={photoUrl} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{name}</span>
                <span className="figures block text-small text-soft">
                  {dayText(new Date(startsAt), zone)}, {clockTime(new Date(startsAt), zone)}
                </span>
              </span>
              <span className="figures text-small text-quiet">{formatRupees(ratePaisePerMinute)}/min</span>
              <span className="text-small font-semibold text-accent">Book</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
