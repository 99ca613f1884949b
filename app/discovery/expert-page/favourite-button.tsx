import { Heart } from 'lucide-react'
import { useFetcher, useLocation } from 'react-router'
import { useViewer } from '#app/base/use-viewer.ts'
import type { PreferenceResult } from '#app/discovery/expert-page/online-alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'

/** Shown to students and visitors. Favourites are listed on the student's profile. */
export function FavouriteButton({ isFavourite }: { isFavourite: boolean }) {
  const viewer = useViewer()
  const { pathname } = useLocation()
  if (viewer?.role === 'student' || viewer?.role === 'user') return <FavouriteSwitch isFavourite={isFavourite} />
  if (viewer) return null
  return (
    <ButtonLink
      to={`/login?redirect=${encodeURIComponent(pathname)}`}
      variant="quiet"
      className="w-full"
      aria-label="Log in to add to favourites"
    >
      <Heart className="size-4.5" aria-hidden="true" />
      Add to favourites
    </ButtonLink>
  )
}

function FavouriteSwitch({ isFavourite }: { isFavourite: boolean }) {
  const fetcher = useFetcher<PreferenceResult>({ key: 'favourite' })
  const requestedValue = fetcher.formData?.get('wanted')
  const isWanted = requestedValue ? requestedValue === 'true' : isFavourite
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="act" value="favourite" />
      <input type="hidden" name="wanted" value={String(!isWanted)} />
      <Button type="submit" variant="quiet" className="w-full" busy={fetcher.state !== 'idle'}>
        <Heart className={isWanted ? 'size-4.5 fill-accent text-accent' : 'size-4.5'} aria-hidden="true" />
        {isWanted ? 'Remove from favourites' : 'Add to favourites'}
      </Button>
      {/* Always rendered, so that screen readers announce changes. */}
      <p aria-live="polite" className="sr-only">
        {isWanted && 'One of your favourites'}
      </p>
      <ErrorLine text={fetcher.state === 'idle' ? findProblem(fetcher.data) : undefined} />
    </fetcher.Form>
  )
}

function findProblem(answer: PreferenceResult | undefined): string | undefined {
  if (!answer || 'wanted' in answer) return undefined
  return 'refusal' in answer ? answer.refusal.text : 'Something went wrong. Please try again.'
}
