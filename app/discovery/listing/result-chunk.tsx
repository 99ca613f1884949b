import { type CSSProperties, memo, useEffect, useRef, useState } from 'react'
import type { Chunk } from '#app/discovery/listing/chunks.ts'
import { ExpertCard } from '#app/discovery/listing/expert-card.tsx'
import { cx } from '#app/ui/cx.ts'

/** How far from the screen cards still exist, so that a finger never outruns them and thousands never pile up. */
const nearPixels = 30_000

type Props = {
  experts: Chunk
  /** Whether it is drawn before anybody knows where it stands. */
  startsNear: boolean
}

/**
 * Twenty cards. The browser leaves out drawing them while they are not on the screen, and far away they do not exist at all;
 * their place keeps its size.
 */
export const ResultChunk = memo(function ResultChunk({ experts, startsNear }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const near = useIsNearScreen(element, startsNear)
  const rows = `round(up, ${experts.length} / var(--columns), 1)`
  const size = {
    '--size': `calc(${rows} * (var(--card-height) + var(--gap)) - var(--gap))`,
  } as CSSProperties
  return (
    <div
      ref={element}
      style={size}
      className={cx(
        // The room around lets the ring of a focused card be seen, which would otherwise be cut off.
        'expert-grid -m-1 p-1 [contain-intrinsic-block-size:auto_var(--size)]',
        near ? '[content-visibility:auto]' : 'min-h-(--size) [content-visibility:hidden]',
      )}
    >
      {near && experts.map((expert) => <ExpertCard key={expert.id} expert={expert} />)}
    </div>
  )
})

function useIsNearScreen(element: React.RefObject<Element | null>, initially: boolean): boolean {
  const [near, setNear] = useState(initially)
  useEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting ?? false
        // What has the focus stays, however far one looks away from it.
        if (isNear || !watched.contains(document.activeElement)) setNear(isNear)
      },
      { rootMargin: `${nearPixels}px 0px` },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return near
}
