import { type CSSProperties, memo, useEffect, useRef, useState } from 'react'
import type { Chunk } from '#app/discovery/listing/chunks.ts'
import { ExpertCard } from '#app/discovery/listing/expert-card.tsx'
import { cx } from '#app/ui/cx.ts'

/** Cards further from the screen are unmounted. The distance allows fast scrolling and limits the size of the DOM. */
const nearPixels = 30_000

type Props = {
  experts: Chunk
  /** Whether to render before the observer reports the position. */
  startsNear: boolean
}

/**
 * Up to twenty cards. The browser skips rendering off-screen chunks, and distant chunks are unmounted; a placeholder
 * keeps their size.
 */
export const ResultChunk = memo(function ResultChunk({ experts, startsNear }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const isNear = useIsNearScreen(element, startsNear)
  const rows = `round(up, ${experts.length} / var(--columns), 1)`
  const size = {
    '--size': `calc(${rows} * (var(--card-height) + var(--gap)) - var(--gap))`,
  } as CSSProperties
  return (
    <div
      ref={element}
      style={size}
      className={cx(
        // The padding keeps the focus ring of a card from being cut off.
        'expert-grid -m-1 p-1 [contain-intrinsic-block-size:auto_var(--size)]',
        isNear ? '[content-visibility:auto]' : 'min-h-(--size) [content-visibility:hidden]',
      )}
    >
      {isNear && experts.map((expert) => <ExpertCard key={expert.id} expert={expert} />)}
    </div>
  )
})

function useIsNearScreen(element: React.RefObject<Element | null>, startsNear: boolean): boolean {
  const [isNear, setIsNear] = useState(startsNear)
  useEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const isNearNow = entries.at(-1)?.isIntersecting ?? false
        // Never unmount the chunk that contains the focus.
        if (isNearNow || !watched.contains(document.activeElement)) setIsNear(isNearNow)
      },
      { rootMargin: `${nearPixels}px 0px` },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
