import { useEffect, useRef } from 'react'
import { CardPlaceholders } from '#app/discovery/listing/lazy-placeholders.tsx'
import { type ListingProblem, problemTexts } from '#app/discovery/listing/listing.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Distance from the end of the list at which the next page loads. */
const aheadPixels = 1_500

type Props = {
  /** The URL of the next page, which also works without scripts. */
  to: string
  isLoading: boolean
  problem: ListingProblem | null
  onLoad(trigger: 'by-scrolling' | 'by-hand'): void
}

/** The link at the end of the list, which loads the next page automatically when it is near the screen. */
export function LoadMore({ to, isLoading, problem, onLoad }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const latestOnLoad = useRef(onLoad)
  useEffect(() => {
    latestOnLoad.current = onLoad
  })
  // Each page gets a new observer. Its first callback reports whether the end is still near after a short page.
  useEffect(() => {
    if (!end.current || isLoading || problem) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        latestOnLoad.current('by-scrolling')
      },
      { rootMargin: `${aheadPixels}px 0px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [to, isLoading, problem])

  return (
    <div ref={end} className="grid gap-4">
      {isLoading && <CardPlaceholders />}
      {problem && !isLoading && (
        <Notice tone="bad" announce>
          {problemTexts[problem]}
        </Notice>
      )}
      <ButtonLink
        to={to}
        variant="outline"
        preventScrollReset
        aria-busy={isLoading || undefined}
        className="justify-self-center"
        onClick={(event) => {
          // With a modifier key the link opens in another tab or window.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          if (!isLoading) onLoad('by-hand')
        }}
      >
        {problem ? 'Try Again' : 'Show more experts'}
      </ButtonLink>
    </div>
  )
}
