import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Closes a popover when one goes elsewhere. Not when React takes the page over: opening the menu may be the very thing that
 * woke it, and the menu must not close under the finger that opened it.
 */
export function useCloseOnLeave(panel: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    panel.current?.hidePopover()
  }, [key, panel])
}
