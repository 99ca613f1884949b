import { BellOff, BellRing, Check } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { useFetcher, useLocation, useRevalidator } from 'react-router'
import { useViewer } from '#app/base/use-viewer.ts'
import { firstName } from '#app/experts/first-name.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { createLazyModule } from '#app/ui/lazy-module.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { ExpertPage, ExpertStatus } from '#domain/discovery/contract.ts'

/** Loaded only after the alert is set. If loading fails, the alert works without the offer. */
const PushOffer = createLazyModule(() => import('#app/notifications/push/push-offer.tsx')).component(
  (loaded) => loaded.PushOffer,
  () => null,
)

/** Result of the forms on an expert page. */
export type PreferenceResult = { wanted: boolean } | { failed: true } | { refusal: { code: string; text: string } }

type Props = { expert: Pick<ExpertPage, 'name'>; status: ExpertStatus; isSet: boolean }

/** 'Tell me when online', for students and visitors. Experts and the team cannot call. */
export function OnlineAlert({ expert, status, isSet }: Props) {
  const viewer = useViewer()
  const { pathname } = useLocation()
  const isStudent = viewer?.role === 'student' || viewer?.role === 'user'
  useRevalidateOnStatus(status, isStudent)
  const expertFirstName = firstName(expert.name)
  if (isStudent) return status === 'offline' && <AlertSwitch expertFirstName={expertFirstName} isSet={isSet} />
  if (viewer) return null
  return (
    <div data-presence={status} className="hidden grid-cols-1 gap-2 data-[presence=offline]:grid">
      <ButtonLink to={`/login?redirect=${encodeURIComponent(pathname)}`} className="w-full">
        <BellRing className="size-4.5" aria-hidden="true" />
        Tell me when online
      </ButtonLink>
      <p className="text-small text-soft">Log in to get one notification when {expertFirstName} comes online.</p>
    </div>
  )
}

function AlertSwitch({ expertFirstName, isSet }: { expertFirstName: string; isSet: boolean }) {
  const fetcher = useFetcher<PreferenceResult>({ key: 'online-alert' })
  const isHydrated = useHydrated()
  const requestedValue = fetcher.formData?.get('wanted')
  const isWanted = requestedValue ? requestedValue === 'true' : isSet
  const hasFailed = fetcher.state === 'idle' && fetcher.data !== undefined && 'failed' in fetcher.data
  return (
    <fetcher.Form method="post" className="grid grid-cols-1 gap-2">
      <input type="hidden" name="wanted" value={String(!isWanted)} />
      <Button type="submit" variant={isWanted ? 'outline' : 'primary'} busy={fetcher.state !== 'idle'}>
        {isWanted ? (
          <BellOff className="size-4.5" aria-hidden="true" />
        ) : (
          <BellRing className="size-4.5" aria-hidden="true" />
        )}
        {isWanted ? 'Cancel alert' : 'Tell me when online'}
      </Button>
      <p aria-live="polite" className="text-small text-soft">
        {isWanted && <Check className="mr-1.5 inline size-4 align-text-bottom text-good" aria-hidden="true" />}
        {isWanted
          ? `We will notify you once when ${expertFirstName} comes online.`
          : `Get one notification when ${expertFirstName} comes online.`}
      </p>
      <ErrorLine text={hasFailed ? 'Something went wrong. Please try again.' : undefined} />
      {isWanted && isHydrated && (
        <Suspense>
          <PushOffer reason={`Get a notification as soon as ${expertFirstName} comes online.`} />
        </Suspense>
      )}
    </fetcher.Form>
  )
}

/** Revalidates when the status changes, because a sent alert is no longer set. */
function useRevalidateOnStatus(status: ExpertStatus, isStudent: boolean): void {
  const { revalidate } = useRevalidator()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === status) return
    before.current = status
    if (isStudent) void revalidate()
  }, [status, isStudent, revalidate])
}
