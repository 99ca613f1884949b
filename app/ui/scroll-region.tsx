import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '#app/ui/cx.ts'

type Props = { children: ReactNode; className?: string; labelledBy?: string }

/**
 * A box that scrolls its content. While something is hidden it is a stop of the Tab key, because otherwise nobody
 * could scroll it without a pointer; while everything is visible it is not in the way. What goes on to the right
 * fades out there.
 */
export function ScrollRegion({ children, className, labelledBy }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // Until it has been measured, and for those without scripts, the keyboard must be able to reach it.
  const [overflows, setOverflows] = useState(true)
  const [goesOn, setGoesOn] = useState(false)
  const measure = useCallback(() => {
    if (!box.current) return
    const { scrollWidth, clientWidth, scrollHeight, clientHeight, scrollLeft } = box.current
    setOverflows(scrollWidth > clientWidth || scrollHeight > clientHeight)
    setGoesOn(scrollLeft + clientWidth < scrollWidth - 1)
  }, [])
  // Measured before a dialog around it looks for the first thing to focus.
  useLayoutEffect(measure, [measure])
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(box.current)
    for (const child of box.current.children) observer.observe(child)
    return () => observer.disconnect()
  }, [measure])
  const stop = overflows ? { tabIndex: 0, role: 'region', 'aria-labelledby': labelledBy } : {}
  return (
    <div
      ref={box}
      {...stop}
      onScroll={measure}
      className={cx(
        'relative -outline-offset-2',
        goesOn && '[mask-image:linear-gradient(to_left,transparent,var(--color-ink)_3rem)]',
        className,
      )}
    >
      {children}
    </div>
  )
}
