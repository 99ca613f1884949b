import { useRef } from 'react'

/**
 * An incoming call focuses its surface, not a button that a key could press by accident, and returns the focus
 * afterwards.
 */
export function useSurfaceFocus() {
  const before = useRef<Element>(null)
  return {
    onOpenAutoFocus(event: Event): void {
      event.preventDefault()
      before.current = document.activeElement
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
    },
    onCloseAutoFocus(event: Event): void {
      event.preventDefault()
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
    },
  }
}
