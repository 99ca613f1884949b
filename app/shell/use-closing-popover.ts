import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A popover that closes after navigation. The user may open it before hydration, so mounting does not close it. */
export function useClosingPopover<E extends HTMLElement>(): RefObject<E | null> {
  const panel = useRef<E>(null)
  const { key } = useLocation()
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
    panel.current?.hidePopover()
  }, [key])
  return panel
}
