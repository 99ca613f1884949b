import { useLayoutEffect, useRef, useState } from 'react'

/** A box scrolled closer to its end than this counts as at the end. */
const nearPx = 40

/** Keeps a box scrolled to its end as its content grows, unless the user has scrolled up. */
export function useStickToEnd(content: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const goToEnd = () => {
    box.current?.scrollTo({ top: box.current.scrollHeight })
    setIsAtEnd(true)
  }
  useLayoutEffect(() => {
    if (isAtEnd) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [content, isAtEnd])
  const onScroll = () => {
    if (!box.current) return
    const { scrollHeight, scrollTop, clientHeight } = box.current
    setIsAtEnd(scrollHeight - scrollTop - clientHeight < nearPx)
  }
  return { box, isAtEnd, goToEnd, onScroll }
}
