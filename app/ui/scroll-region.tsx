import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '#app/ui/cx.ts'

type Props = { children: ReactNode; className?: string; labelledBy?: string }

/**
 * A box that scrolls its content. While content overflows, the box is a tab stop, so that the keyboard can scroll it.
 * Content that continues to the right fades out.
 */
export function ScrollRegion({ children, className, labelledBy }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // True until measured, and without scripts, so that the keyboard can reach the box.
  const [isOverflowing, setIsOverflowing] = useState(true)
  const [hasMoreRight, setHasMoreRight] = useState(false)
  const measure = useCallback(() => {
    if (!box.current) return
    const { scrollWidth, clientWidth, scrollHeight, clientHeight, scrollLeft } = box.current
    setIsOverflowing(scrollWidth > clientWidth || scrollHeight > clientHeight)
    setHasMoreRight(scrollLeft + clientWidth < scrollWidth - 1)
  }, [])
  // Measured before a surrounding dialog looks for the first focusable element.
  useLayoutEffect(measure, [measure])
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(box.current)
    for (const child of box.current.children) observer.observe(child)
    return () => observer.disconnect()
  }, [measure])
  const tabStopProps = isOverflowing ? { tabIndex: 0, role: 'region', 'aria-labelledby': labelledBy } : {}
  return (
    <div
      ref={box}
      {...tabStopProps}
      onScroll={measure}
      className={cx(
        'relative -outline-offset-2',
        hasMoreRight && '[mask-image:linear-gradient(to_left,transparent,var(--color-ink)_3rem)]',
        className,
      )}
    >
      {children}
    </div>
  )
}
