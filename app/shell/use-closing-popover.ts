import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A menu that closes when one has gone on. It may have been opened before React came, so coming alone closes nothing. */
export function useClosingPopover<E extends HTMLElement>(): RefObject<E | null> {
  const panel = useRef<E>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)
  useEffect(() => {
    if (openedAt.current === key) return
    openedAt.current = key
    panel.current?.hidePopover()
  }, [key])
  return panel
}
