import { useEffect, useRef } from 'react'
import { CardPlaceholders } from '#app/discovery/listing/lazy-placeholders.tsx'
import { type ListingProblem, problemTexts } from '#app/discovery/listing/listing.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** How long before its end the list goes on. */
const aheadPixels = 1_500

type Props = {
  /** The address of what comes next: a page of its own for those without scripts. */
  to: string
  isLoading: boolean
  problem: ListingProblem | null
  onLoad(trigger: 'by-scrolling' | 'by-hand'): void
}

/** The link at the end of the list, which presses itself when it comes near. */
export function LoadMore({ to, isLoading, problem, onLoad }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const load = useRef(onLoad)
  useEffect(() => {
    load.current = onLoad
  })
  // A new observer for each part: it begins by saying whether the end is near, which may still be so after a short part.
  useEffect(() => {
    if (!end.current || isLoading || problem) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        load.current('by-scrolling')
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
          // With such a key the link opens elsewhere, as a page of its own.
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
