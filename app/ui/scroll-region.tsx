import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = { children: ReactNode; className?: string; labelledBy?: string }

/**
 * A box that scrolls its content. While something is hidden it is a stop of the Tab key, because otherwise nobody
 * could scroll it without a pointer; while everything is visible it is not in the way.
 */
export function ScrollRegion({ children, className, labelledBy }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () =>
      setOverflows(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  const stop = overflows ? { tabIndex: 0, role: 'region', 'aria-labelledby': labelledBy } : {}
  return (
    <div ref={box} {...stop} data-overflows={overflows || undefined} className={className}>
      {children}
    </div>
  )
}
